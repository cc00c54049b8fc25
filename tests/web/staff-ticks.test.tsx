import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
// One more than the page.
const size = 11;
let tests = 0;
let word = '';
const nameOf = (number: number) => `${word} ${String(number).padStart(2, '0')}`;
let textbookId = '';
const make = (className: string) =>
  makeClass(world.services.db, { textbookId, className, searchText: className.toLowerCase() });

beforeEach(async () => {
  tests += 1;
  word = `Fuji${tests}`;
  ({ id: textbookId } = await makeTextBook(world.services.db));
  await Promise.all(Array.from({ length: size }, (_, at) => make(nameOf(at + 1))));
});
afterEach(() => vi.unstubAllGlobals());

async function show(filter = '') {
  const path = `/classes?search=${word}&size=10${filter}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const row = async (number: number) => screen.findByRole('row', { name: new RegExp(nameOf(number)) });
  const tick = async (number: number) => user.click(within(await row(number)).getByRole('checkbox'));
  const choose = async (number: number, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${nameOf(number)}` }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
  };
  const selected = () => document.querySelector('.bulk-count')?.firstChild?.textContent;
  return { screen, user, row, tick, choose, selected };
}

describe('a ticked row that its own menu takes out of the list is unticked', () => {
  test('when it is deleted, before the list has come again', async () => {
    const { screen, tick, choose, selected } = await show();
    for (const number of [2, 3, 4]) await tick(number);
    expect(selected()).toBe('3 selected');
    const { letThrough } = holdAnswers('Classes');
    await choose(3, 'Delete');
    await screen.findByText(`${nameOf(3)} was deleted.`);
    await waitFor(() => expect(selected()).toBe('2 selected'));
    letThrough();
    await screen.findByRole('link', { name: nameOf(11) });
    expect(selected()).toBe('2 selected');
  });

  test('when its new status does not match the filter', async () => {
    const { screen, tick, choose, selected } = await show('&status=active');
    for (const number of [2, 3, 4]) await tick(number);
    await choose(3, 'Archive');
    await screen.findByText('Class archived.');
    await screen.findByRole('link', { name: nameOf(11) });
    expect(selected()).toBe('2 selected');
  });
});

test('a ticked row keeps its tick where it stays in the list, or moves to another page', async () => {
  const { screen, user, row, tick, choose, selected } = await show();
  for (const number of [2, 10]) await tick(number);
  await make(nameOf(0));
  await choose(2, 'Archive');
  await screen.findByText('Class archived.');
  await screen.findByRole('link', { name: nameOf(0) });
  expect(screen.queryByRole('link', { name: nameOf(10) })).toBeNull();
  expect(selected()).toBe('2 selected');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(within(await row(10)).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

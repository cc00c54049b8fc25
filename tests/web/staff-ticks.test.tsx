import '#tests/support/dom.ts';
import { act, renderHook, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { useTicks } from '#web/staff/ui/lists/selection.ts';

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

describe('with “the first 500”', () => {
  const keysOf = (page: number, most: number) => Array.from({ length: most }, (_, at) => `${(page - 1) * 100 + at}`);
  const propsOf = (page: number, size = 100) => ({
    state: { search: '', filters: {}, sort: { field: 'NAME', direction: 'ASC' as const }, page, size: 100 },
    pageKeys: keysOf(page, size),
    totalCount: 620,
    busy: false,
    allIds: () => Promise.resolve(Array.from({ length: 500 }, (_, at) => String(at))),
  });
  const ticksOf = (page: number, most = 100) => {
    const hook = renderHook(useTicks, { initialProps: propsOf(page, most) });
    act(() => hook.result.current.tickAll());
    const ticked = () => hook.result.current;
    return { ...hook, ticked, tickedKeys: () => keysOf(page, most).filter(ticked().isTicked) };
  };

  test('the rows after them are not ticked, and cannot be', () => {
    expect(ticksOf(5).tickedKeys()).toHaveLength(100);
    const { ticked, tickedKeys } = ticksOf(7, 20);
    expect(tickedKeys()).toEqual([]);
    act(() => ticked().tick(['600'], true));
    expect(tickedKeys()).toEqual([]);
    expect(ticked().count).toBe(500);
    expect(ticked().all).toBe(true);
  });

  test('the rows of the page before stay ticked while a later page loads', () => {
    const { rerender, tickedKeys, ticked } = ticksOf(1);
    rerender({ ...propsOf(7, 20), pageKeys: keysOf(1, 100), busy: true });
    expect(tickedKeys()).toHaveLength(100);
    rerender(propsOf(7, 20));
    expect(keysOf(7, 20).filter(ticked().isTicked)).toEqual([]);
  });

  test('a row that is unticked leaves the others of its page', () => {
    const { ticked, tickedKeys } = ticksOf(2);
    act(() => ticked().tick(['100'], false));
    expect(tickedKeys()).toEqual(keysOf(2, 100).slice(1));
    expect(ticked().count).toBe(99);
  });
});

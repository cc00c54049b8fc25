import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
const size = 4;
let tests = 0;
let word = '';
const nameOf = (at: number) => `${word} ${at}`;

beforeEach(async () => {
  const { db } = world.services;
  tests += 1;
  word = `Ajisai${tests}`;
  const { id: textbookId } = await makeTextBook(db);
  const make = (className: string) =>
    makeClass(db, { textbookId, className, searchText: className.toLowerCase(), deletedAt: new Date() });
  await Promise.all(Array.from({ length: size }, (_, at) => make(nameOf(at))));
});
afterEach(() => vi.unstubAllGlobals());

async function show() {
  const shown = await renderRoute({ world, path: `/trash?search=${word}`, role: 'Administrator' });
  const { screen } = shown;
  const rows = () => screen.queryAllByRole('row', { name: new RegExp(word) });
  await waitFor(() => expect(rows()).toHaveLength(size));
  return { ...shown, rows };
}

test('a restored row leaves the trash before the trash has come again', async () => {
  const { screen, user, rows } = await show();
  const { answers, letThrough } = holdAnswers('Trash');
  await user.click(screen.getByRole('button', { name: `Restore ${nameOf(0)}` }));
  await screen.findByText(`“${nameOf(0)}” was restored.`);
  expect(screen.queryByRole('button', { name: `Restore ${nameOf(0)}` })).toBeNull();
  expect(rows()).toHaveLength(size - 1);
  expect(answers).toHaveLength(1);
  letThrough();
  await Promise.all(answers);
  await waitFor(() => expect(rows()).toHaveLength(size - 1));
});

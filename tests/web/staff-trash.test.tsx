import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { holdAnswers, noteOperations } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
const size = 4;
let ids: readonly string[] = [];
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
  ids = (await Promise.all(Array.from({ length: size }, (_, at) => make(nameOf(at))))).map(({ id }) => id);
});
afterEach(() => vi.unstubAllGlobals());

async function show() {
  const shown = await renderRoute({ world, path: `/trash?search=${word}`, role: 'Administrator' });
  const { screen, user } = shown;
  const rows = () => screen.queryAllByRole('row', { name: new RegExp(word) });
  await waitFor(() => expect(rows()).toHaveLength(size));
  const tickAll = async () => {
    const [tick] = screen.getAllByRole('checkbox', { name: 'Select all on this page' });
    if (tick) await user.click(tick);
  };
  const restoreAll = () => user.click(screen.getByRole('button', { name: 'Restore' }));
  return { ...shown, rows, tickAll, restoreAll };
}

const trashed = async () => {
  const rows = await world.services.db.select().from(classes);
  return rows.filter(({ id, deletedAt }) => ids.includes(id) && deletedAt !== null).length;
};

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

describe('rows that are restored together', () => {
  test('leave the trash at once, and the trash comes again once', async () => {
    const { screen, rows, tickAll, restoreAll } = await show();
    await tickAll();
    const asked = noteOperations();
    const { answers, letThrough } = holdAnswers('Trash');
    await restoreAll();
    await screen.findByText(`${size} items restored.`);
    expect(rows()).toHaveLength(0);
    letThrough();
    await screen.findByRole('heading', { name: `No results for “${word}”` });
    expect(answers).toHaveLength(1);
    expect(asked.filter((name) => name === 'RestoreFromTrash')).toHaveLength(size);
    expect(asked.filter((name) => name === 'Trash')).toHaveLength(1);
  });

  test('leave it together with a row that somebody else restored before', async () => {
    const { screen, rows, tickAll, restoreAll } = await show();
    await tickAll();
    await world.services.db
      .update(classes)
      .set({ deletedAt: null })
      .where(eq(classes.id, ids[1] ?? ''));
    const asked = noteOperations();
    await restoreAll();
    await screen.findByText(/^3 of 4 restored\./);
    await waitFor(() => expect(rows()).toHaveLength(0));
    expect(asked.filter((name) => name === 'Trash')).toHaveLength(1);
  });

  test('are in the list that was opened meanwhile', async () => {
    const { screen, router, tickAll, restoreAll } = await show();
    await tickAll();
    const { answers, letThrough } = holdAnswers('RestoreFromTrash');
    await restoreAll();
    await waitFor(() => expect(answers).toHaveLength(1));
    await act(() => router.navigate(`/classes?search=${word}`));
    await screen.findByRole('heading', { name: `No results for “${word}”` });
    letThrough();
    await waitFor(() => expect(screen.queryAllByRole('link', { name: new RegExp(word) })).toHaveLength(size));
    expect(await trashed()).toBe(0);
  });
});

import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lessons, textbooks } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();

/** The page of a new textbook with these units. */
async function showUnits(titles: readonly string[]) {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const add = (position: number, title: string) => makeLesson(db, { textbookId, position, title });
  for (const [position, title] of titles.entries()) await add(position, title);
  const { screen, user } = await renderRoute({ world, path: `/text-books/${textbookId}`, role: 'Administrator' });
  const move = async (title: string, way: 'up' | 'down') =>
    user.click(await screen.findByRole('button', { name: `Move ${title} Hello ${way}` }));
  const shown = () =>
    within(screen.getByRole('list', { name: 'Units' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent.replace(' Hello', ''));
  const stored = async () => {
    const kept = and(eq(lessons.textbookId, textbookId), isNull(lessons.deletedAt));
    const rows = await db.select().from(lessons).where(kept).orderBy(lessons.position);
    return rows.map(({ title }) => title);
  };
  const named = (title: string) => and(eq(lessons.textbookId, textbookId), eq(lessons.title, title));
  const isReread = async (order: readonly string[]) => {
    await act(() => staffClient.refetchQueries({ include: 'active' }));
    await waitFor(() => expect(shown()).toEqual(order));
  };
  /** A colleague's new order, which the page has read. */
  async function reorderElsewhere(order: readonly string[]): Promise<void> {
    for (const [position, title] of order.entries()) await db.update(lessons).set({ position }).where(named(title));
    const version = sql`${textbooks.version} + 1`;
    await db.update(textbooks).set({ version }).where(eq(textbooks.id, textbookId));
    await isReread(order);
  }
  /** A colleague's deletion, which the page has read. */
  async function deleteElsewhere(title: string, others: readonly string[]): Promise<void> {
    await db.update(lessons).set({ deletedAt: new Date() }).where(named(title));
    await isReread(others);
  }
  const undo = async () => {
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
  };
  return { screen, user, add, move, shown, stored, reorderElsewhere, deleteElsewhere, undo };
}

test('a move over a row that a colleague added says so, and the list shows the row', async () => {
  const { screen, add, move, shown, stored } = await showUnits(['Red', 'Blue']);
  await screen.findByRole('button', { name: 'Move Red Hello down' });
  await add(2, 'Green');
  await move('Red', 'down');
  await screen.findByText('The list has changed. Check it again.');
  await screen.findByText('Order reloaded.');
  expect(shown()).toEqual(['Red', 'Blue', 'Green']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  expect(await stored()).toEqual(['Blue', 'Red', 'Green']);
});

test('so does the undo of a move', async () => {
  const { screen, user, add, move, shown } = await showUnits(['Red', 'Blue']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  await add(2, 'Green');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Order reloaded.');
  await screen.findByText('The list has changed. Check it again.');
  expect(shown()).toEqual(['Blue', 'Red', 'Green']);
});

test('moves of one row are undone together', async () => {
  const { screen, move, stored, undo } = await showUnits(['Red', 'Blue', 'Green']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 3.');
  await undo();
  expect(await stored()).toEqual(['Red', 'Blue', 'Green']);
});

test('a move after a colleague’s is undone alone, so that the colleague’s order stays', async () => {
  const { screen, move, stored, reorderElsewhere, undo } = await showUnits(['Red', 'Blue', 'Green']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  await reorderElsewhere(['Green', 'Red', 'Blue']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 3.');
  await undo();
  expect(await stored()).toEqual(['Green', 'Red', 'Blue']);
});

test('a move after the deletion of a row is undone', async () => {
  const { screen, move, stored, deleteElsewhere, undo } = await showUnits(['Red', 'Blue', 'Green']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  await deleteElsewhere('Blue', ['Red', 'Green']);
  await move('Red', 'down');
  await screen.findByText('Red Hello is now number 2.');
  await undo();
  expect(await stored()).toEqual(['Red', 'Green']);
});

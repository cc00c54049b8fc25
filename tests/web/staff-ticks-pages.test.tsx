import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { classes, users } from '#api/ground/db/schema.ts';
import { ClassStatus, UserStatus } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
// One more than the page.
const size = 11;
let tests = 0;

const newWord = () => `Sumire${(tests += 1)}`;
const numbered = (name: (number: string) => string) =>
  Array.from({ length: size }, (_, at) => name(String(at + 1).padStart(2, '0')));

/** Ticks two rows of the first page, then takes the row of the second page by its menu, which reloads the lists. */
async function tickTwoPages(
  path: string,
  names: readonly string[],
  { action, done }: Record<'action' | 'done', string>,
) {
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const last = names[size - 1] ?? '';
  for (const name of names.slice(0, 2))
    await user.click(within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(await screen.findByRole('button', { name: `Actions for ${last}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  await screen.findByText(done);
  const undo = async (toast: string) => {
    const found = (await screen.findByText(toast)).closest<HTMLElement>('.toast');
    if (!found) throw new Error('the text stands in no toast');
    await user.click(within(found).getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
  };
  return { screen, user, undo };
}

test('classes that are ticked on a page which the list has forgotten are changed back too', async () => {
  const { db } = world.services;
  const word = newWord();
  const { id: textbookId } = await makeTextBook(db);
  const names = numbered((number) => `${word} ${number}`);
  await Promise.all(
    names.map((className) => makeClass(db, { textbookId, className, searchText: searchText(className) })),
  );
  const archived = async () => {
    const rows = await db.select().from(classes).where(eq(classes.textbookId, textbookId));
    return rows.filter(({ status }) => status === ClassStatus.INACTIVE).map(({ className }) => className);
  };
  const menu = { action: 'Archive', done: 'Class archived.' };
  const { screen, user, undo } = await tickTwoPages(`/classes?search=${word}&size=10`, names, menu);
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  await screen.findByText('2 classes archived.');
  expect(await archived()).toHaveLength(3);
  await undo('2 classes archived.');
  expect(await archived()).toEqual(names.slice(-1));
});

test('people who are ticked on a page which the list has forgotten are reactivated too', async () => {
  const { db } = world.services;
  const lastName = newWord();
  const firstNames = numbered((number) => `Aki${number}`);
  const rows = firstNames.map((firstName) => {
    const id = newId();
    const about = { firstName, lastName, searchText: searchText(firstName, lastName), email: `${id}@school.test` };
    return { ...about, id, role: 'Teacher' as const, status: UserStatus.DEACTIVATED, passwordHash: 'none' };
  });
  await db.insert(users).values(rows);
  const names = firstNames.map((firstName) => `${firstName} ${lastName}`);
  const menu = { action: 'Reactivate', done: `${names[size - 1] ?? ''} can sign in again.` };
  const { screen, user } = await tickTwoPages(`/users?search=${lastName}&size=10`, names, menu);
  await user.click(screen.getByRole('button', { name: 'Reactivate' }));
  await screen.findByText('2 users reactivated.');
  const ids = rows.map(({ id }) => id);
  const stored = await db.select().from(users).where(inArray(users.id, ids)).orderBy(users.firstName);
  expect(stored.filter(({ status }) => status === UserStatus.ACTIVED).map(({ firstName }) => firstName)).toEqual(
    [0, 1, size - 1].map((at) => firstNames[at]),
  );
});

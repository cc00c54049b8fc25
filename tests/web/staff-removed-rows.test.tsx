import '#tests/support/dom.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { apiKeys, classProfiles, profiles, removedClassProfiles, users } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute, type RenderOptions } from '#tests/support/render-route.tsx';
import { makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();
let word = '';
let tests = 0;

beforeEach(() => {
  tests += 1;
  word = `Row${tests}${newId().slice(-6)}`;
});

/** A screen, and its lists' buttons as a keyboard presses them. */
async function show(path: string, role: RenderOptions['role'] = 'Administrator') {
  const shown = await renderRoute({ world, path, role });
  const { screen, user } = shown;
  const press = async (name: string | RegExp) => {
    (await screen.findByRole('button', { name })).focus();
    await user.keyboard('{Enter}');
  };
  /** Presses the last button of the question above the list. */
  const confirm = async () => {
    const question = await screen.findByRole('alertdialog');
    await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
    within(question).getAllByRole('button').at(-1)?.focus();
    await user.keyboard('{Enter}');
  };
  return { ...shown, press, confirm };
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const isFocused = (name: string) => waitFor(() => expect(focused()).toBe(name));

const removed = { lastSeenAt: new Date(), waiting: false, byOldCode: false, addedByStaff: false, blocked: false };

/** A class and students of these names, who wait, are in the class or are removed from the class. */
async function aClassWith(names: readonly string[], how: 'waiting' | 'joined' | 'removed') {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId, className } = await makeClass(db, { textbookId, className: `Class ${word}` });
  const students: string[] = [];
  for (const [at, name] of names.entries()) {
    const [id, joinedAt] = [newId(), new Date(Date.now() - 60_000 * (names.length - at))];
    students.push(id);
    await db.insert(profiles).values({ id, name, animal: 'owl' });
    const row = { classId, profileId: id, joinedAt };
    if (how === 'removed') await db.insert(removedClassProfiles).values({ ...row, ...removed });
    else await db.insert(classProfiles).values({ ...row, waiting: how === 'waiting' });
  }
  return { classId, className, students, path: `/classes/${classId}/students` };
}

test('the next waiting student’s button takes the focus, else the one before, else the page’s heading', async () => {
  const { path, className } = await aClassWith(['Kai', 'Rin', 'Sora'], 'waiting');
  const { press } = await show(path);
  await press('Admit Kai');
  await isFocused('Admit Rin');
  await press('Refuse Sora');
  await isFocused('Refuse Rin');
  await press('Admit Rin');
  await isFocused(className);
});

test('a key that is held since the row left presses no button of the next row', async () => {
  const { path } = await aClassWith(['Kai', 'Rin'], 'waiting');
  const { press, screen, user } = await show(path);
  await press('Refuse Kai');
  await isFocused('Refuse Rin');
  const button = screen.getByRole('button', { name: 'Refuse Rin' });
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refuse Rin' })).toBeNull());
});

test('so does the next removed student’s, and in the end the dialog’s heading', async () => {
  const { path } = await aClassWith(['Kai', 'Rin'], 'removed');
  const { press } = await show(path);
  await press('Removed students');
  await press('Bring Kai back');
  await isFocused('Bring Rin back');
  await press('Bring Rin back');
  await isFocused('Removed students');
});

test('a row that is restored from the trash leaves the focus in the trash', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  for (const at of [1, 2, 3]) {
    const className = `${word} ${at}`;
    const deletedAt = new Date(Date.now() - at * 60_000);
    await makeClass(db, { textbookId, className, searchText: className.toLowerCase(), deletedAt });
  }
  const { press, screen } = await show(`/trash?search=${word}`);
  await press(`Restore ${word} 1`);
  await isFocused(`Restore ${word} 2`);
  await press(`Restore ${word} 3`);
  await isFocused(`Restore ${word} 2`);
  await press(`Restore ${word} 2`);
  await screen.findByRole('heading', { name: `No results for “${word}”` });
  await isFocused(`No results for “${word}”`);
});

test('a key that a dialog revokes leaves the focus on the next key', async () => {
  const { db } = world.services;
  const [owner] = await db.select().from(users).where(eq(users.email, demoEmail.Administrator));
  for (const at of [1, 2]) {
    const id = newId();
    const row = {
      id,
      name: `${word} ${at}`,
      keyHash: id.padEnd(64, '0'),
      lastFour: '1234',
      scopes: ['Class:read' as const],
    };
    const createdAt = new Date(Date.now() + 1_000 * (tests - at));
    await db.insert(apiKeys).values({ ...row, ownerId: owner?.id ?? '', createdAt });
  }
  const { press, confirm, user } = await show('/api-keys?state=live');
  await press(`Actions for ${word} 1`);
  await user.keyboard('{Enter}');
  await confirm();
  await isFocused(`Actions for ${word} 2`);
});

test('a decision about a post leaves the focus on the post, and on the next one when the post leaves', async () => {
  const { classId, students } = await aClassWith(['Mio', 'Nao', 'Rio'], 'joined');
  for (const profileId of students) await makePost(world.services.db, { classId, profileId, state: 'pending' });
  const all = await show(`/classes/${classId}/community`);
  await all.press('Approve: post by Mio');
  await isFocused('Post by Mio');
  const waiting = await show(`/classes/${classId}/community?state=pending`);
  await waiting.press('Approve: post by Rio');
  await isFocused('Post by Nao');
  await waiting.press('Hide: post by Nao');
  await isFocused('No results for these filters');
});

test('a deleted unit leaves the focus on the next unit', async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  for (const position of [0, 1]) {
    const { id: lessonId } = await makeLesson(db, { textbookId, position, title: `${word} ${position}` });
    await makeContent(db, { lessonId, position: 0 });
  }
  const { press, confirm, screen, user } = await show(`/text-books/${textbookId}`);
  await press(`Actions for ${word} 0 Hello`);
  (await screen.findByRole('menuitem', { name: 'Delete' })).focus();
  await user.keyboard('{Enter}');
  await confirm();
  await isFocused(`Actions for ${word} 1 Hello`);
});

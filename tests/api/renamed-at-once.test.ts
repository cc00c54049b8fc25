import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { lockClassesTaughtBy } from '#api/domains/classes/scope.ts';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { taughtBy } from '#api/domains/schools/scope.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { users } from '#api/ground/db/schema.ts';
import { classes as listClasses } from '#schema/rest/classes.ts';
import { updateTextBook } from '#schema/rest/textbooks.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeClass } from '#tests/support/teaching.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { addStaff } from './school.ts';

const world = keptApi();
let writer: Writer;
beforeAll(async () => {
  writer = await makeWriter(world);
});

const found = async (SearchText: string) =>
  (await answerOf(listClasses, writer.call(listClasses, { query: { SearchText } }))).items.map(({ id }) => id);

test('a class whose teacher is renamed while its textbook is renamed is found by both new names', async () => {
  const { db } = world.services;
  const book = await writer.book();
  const { id: teacherId } = await addStaff(world, { role: 'Teacher' });
  const { id } = await makeClass(db, { textbookId: book.id, mainTeacherId: teacherId });
  const [lastName, name] = [newHashCode(), newHashCode()];
  const body = { ...writer.values.book({ name, shortCode: book.shortCode }), version: book.version };
  const renaming = await db.transaction(async (tx) => {
    await lockClassesTaughtBy(tx, teacherId);
    await tx.update(users).set({ lastName }).where(eq(users.id, teacherId));
    await rewriteSearchText(tx, taughtBy(teacherId));
    const sent = answerOf(updateTextBook, writer.call(updateTextBook, { params: { Id: book.id }, body }));
    await expect.poll(() => waitingForLock(world)).toBe(1);
    return { sent };
  });
  await renaming.sent;
  expect(await found(lastName)).toEqual([id]);
  expect(await found(name)).toEqual([id]);
});

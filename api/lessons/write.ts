import { eq } from 'drizzle-orm';
import { editedBy } from '#api/audit/edited-by.ts';
import { type Author, recordChange } from '#api/audit/record.ts';
import { assertVersion } from '#api/audit/versions.ts';
import { newHashCode, newId } from '#api/db/ids.ts';
import { nextPosition, reorder } from '#api/db/positions.ts';
import { lessons, textbooks } from '#api/db/schema.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { holdTextBook } from '#api/textbooks/store.ts';
import { moveToTrash } from '#api/trash/move.ts';
import type { createLesson as create, updateLesson as update, updateLessonsOrder } from '#schema/rest/lessons.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { auditedLesson, holdLesson, lessonColumns, lessonSearchText } from './staff-store.ts';

/** Creates a unit at the end of its textbook and tells its id. */
export async function createLesson({ db }: Services, author: Author, values: BodyOf<typeof create>): Promise<string> {
  const id = newId();
  const { textBookId } = values;
  await db.transaction(async (tx) => {
    if (!(await holdTextBook(tx, textBookId))) throw invalid({ textBookId: ['messages.textBookNotAvailable'] });
    const columns = lessonColumns(values, values.published === false ? null : new Date());
    await tx.insert(lessons).values({
      ...columns,
      id,
      textbookId: textBookId,
      hashCode: newHashCode(),
      position: await nextPosition(tx, 'lessons', textBookId),
      searchText: lessonSearchText(values),
      updatedById: author.userId,
    });
    const after = { textbookId: textBookId, ...columns };
    await recordChange(tx, author, { action: 'create', entity: 'lessons', entityId: id, after });
  });
  return id;
}

interface Update {
  readonly id: string;
  readonly values: BodyOf<typeof update>;
}

/** Replaces a unit's fields. */
export async function updateLesson({ db }: Services, author: Author, { id, values }: Update): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdLesson(tx, id);
    if (!row) throw notFound();
    await assertVersion(tx, row, values.version);
    const published = values.published ?? row.publishedAt !== null;
    const columns = lessonColumns(values, published ? (row.publishedAt ?? new Date()) : null);
    await tx
      .update(lessons)
      .set({ ...columns, searchText: lessonSearchText(values), ...editedBy(row, author) })
      .where(eq(lessons.id, id));
    const before = auditedLesson(row);
    await recordChange(tx, author, { action: 'update', entity: 'lessons', entityId: id, before, after: columns });
  });
}

/** Puts a textbook's units into a new order, which is a change of the textbook. */
export async function orderLessons(
  { db }: Services,
  author: Author,
  { textBookId, lessonIds, version }: BodyOf<typeof updateLessonsOrder>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const book = await holdTextBook(tx, textBookId);
    if (!book) throw notFound();
    await assertVersion(tx, book, version);
    const former = await reorder(tx, 'lessons', { parentId: book.id, ids: lessonIds, field: 'lessonIds' });
    await tx.update(textbooks).set(editedBy(book, author)).where(eq(textbooks.id, book.id));
    await recordChange(tx, author, {
      action: 'reorder',
      entity: 'textbooks',
      entityId: book.id,
      before: { lessonIds: former },
      after: { lessonIds },
    });
  });
}

/** Puts a unit into the trash. */
export async function deleteLesson({ db }: Services, author: Author, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await holdLesson(tx, id);
    if (!row) throw notFound();
    const before = { textbookId: row.textbookId, ...auditedLesson(row) };
    await moveToTrash(tx, 'lessons', { id, author, before });
  });
}

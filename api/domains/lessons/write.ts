import { and, eq, sql } from 'drizzle-orm';
import { assertPrintLockAllows, holdTextBook } from '#api/domains/editions/lock.ts';
import { createOrderedStore, publishedAtOf } from '#api/domains/textbooks/ordered-store.ts';
import { lessonIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import { lockTextBook } from '#api/domains/textbooks/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { lessons, textbooks } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { lessonFields, type LessonValues } from '#schema/rules/lessons.ts';
import { namesOf, pick } from '#schema/rules/plain-fields.ts';

type Lesson = typeof lessons.$inferSelect;

const fields = [...namesOf(lessonFields), 'publishedAt'] as const;

/** Creates, updates, orders and deletes the units of textbooks; the code of all four is in `createOrderedStore`. */
export const lessonStore = createOrderedStore<Lesson, (typeof fields)[number], LessonValues>({
  entity: 'lessons',
  table: lessons,
  parentColumn: lessons.textbookId,
  parentKey: 'textbookId',
  parent: { entity: 'textbooks', table: textbooks, lock: lockTextBook },
  async lockParentForNew(tx, textBookId) {
    if (!(await lockTextBook(tx, textBookId))) throw invalid({ textBookId: ['messages.textBookNotAvailable'] });
  },
  lock: lockLesson,
  fields,
  // The first argument, the transaction, is not needed: the columns follow from the values alone.
  async fieldsOf(_, values, current) {
    return { ...pick(values, lessonFields), publishedAt: publishedAtOf(values, current) };
  },
  newColumns: () => ({ hashCode: newHashCode() }),
  searchTextOf: ({ title, name, description, languageFocus, phonics }) =>
    searchText(title, name, description, languageFocus, phonics),
  holdTextBook: (tx, id) =>
    holdTextBook(tx, sql`(select ${lessons.textbookId} from ${lessons} where ${lessons.id} = ${id})`),
  assertPrintLockAllows: (tx, row, after) =>
    assertPrintLockAllows(tx, { textbookId: row.textbookId, before: row, after, printed: ['number'] }),
  orderKey: 'lessonIds',
});

/** Locks a unit until the transaction ends; undefined when the unit or its textbook is deleted. */
export async function lockLesson(tx: Queryable, id: string): Promise<Lesson | undefined> {
  const [row] = await tx
    .select({ lesson: lessons })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(lessons.id, id), lessonIsNotDeleted))
    .for('update', { of: lessons });
  return row?.lesson;
}

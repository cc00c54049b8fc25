import { and, eq, sql } from 'drizzle-orm';
import { type Author, recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { assertPrintLockAllows, assertNotLocked, holdTextBook } from '#api/domains/editions/lock.ts';
import { lockLesson } from '#api/domains/lessons/write.ts';
import { teachingMedia } from '#api/domains/media/scope.ts';
import { createOrderedStore, publishedAtOf } from '#api/domains/textbooks/ordered-store.ts';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import { contentFields, type ContentValues } from '#schema/rules/contents.ts';
import { namesOf, pick } from '#schema/rules/plain-fields.ts';

type Content = typeof contents.$inferSelect;

const fields = [
  ...(['type', ...namesOf(contentFields), 'pageImageMediaId'] as const),
  ...(['audioMediaId', 'youtubeLink', 'wordwallLink', 'publishedAt'] as const),
] as const;

/** Writes the contents of units. */
export const contentStore = createOrderedStore<Content, (typeof fields)[number], ContentValues>({
  entity: 'contents',
  table: contents,
  parentColumn: contents.lessonId,
  parentKey: 'lessonId',
  parent: { entity: 'lessons', table: lessons, lock: lockLesson },
  async lockParentForNew(tx, lessonId) {
    if (!(await lockLesson(tx, lessonId))) throw invalid({ lessonId: ['messages.lessonNotAvailable'] });
  },
  lock: lockContent,
  fields,
  async fieldsOf(tx, values, current) {
    const { type, youtubeLink, wordwallLink } = values;
    const plain = pick(values, contentFields);
    const files = await mediaColumns(tx, values);
    const publishedAt = publishedAtOf(values, current);
    return { type, ...plain, ...files, youtubeLink, wordwallLink, publishedAt };
  },
  newColumns: () => ({ hashCode: newHashCode() }),
  searchTextOf: ({ name, description }) => searchText(name, description),
  holdTextBook: holdTextBookOf,
  async assertPrintLockAllows(tx, row, after) {
    const textbookId = await textbookOf(tx, row);
    await assertPrintLockAllows(tx, { textbookId, before: row, after, printed: ['pageNumber'] });
  },
  orderKey: 'contentIds',
});

// Answers 400 for files that a page cannot show or play.
async function mediaColumns(tx: Queryable, { pageImageId, audioId }: ContentValues) {
  const errors: FieldErrors = {};
  if (pageImageId !== null && !(await teachingMedia(tx, pageImageId, 'image')))
    errors.pageImageId = ['messages.pictureNotAvailable'];
  if (audioId !== null && !(await teachingMedia(tx, audioId, 'audio'))) errors.audioId = ['messages.soundNotAvailable'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { pageImageMediaId: pageImageId, audioMediaId: audioId };
}

async function holdTextBookOf(tx: Queryable, contentId: string): Promise<void> {
  const textbookId = sql`(
    select ${lessons.textbookId} from ${contents} join ${lessons} on ${lessons.id} = ${contents.lessonId}
    where ${contents.id} = ${contentId})`;
  await holdTextBook(tx, textbookId);
}

async function textbookOf(tx: Queryable, { lessonId }: Pick<Content, 'lessonId'>): Promise<string> {
  const [unit] = await tx.select({ id: lessons.textbookId }).from(lessons).where(eq(lessons.id, lessonId));
  if (!unit) throw notFound();
  return unit.id;
}

/** Locks a content until the transaction ends; undefined when the content, its unit or its textbook is deleted. */
export async function lockContent(tx: Queryable, id: string): Promise<Content | undefined> {
  const [row] = await tx
    .select({ content: contents })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(contents.id, id), contentIsNotDeleted))
    .for('update', { of: contents });
  return row?.content;
}

/** Gives a content a new hash code; the old QR code stops working. */
export async function regenerateContentCode(
  { db }: Uses<'db'>,
  author: Author,
  { id: contentId, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdTextBookOf(tx, contentId);
    const content = await lockContent(tx, contentId);
    if (!content) throw notFound();
    if (version !== undefined) await assertVersion(tx, content, version);
    await assertNotLocked(tx, await textbookOf(tx, content));
    await tx
      .update(contents)
      .set({ hashCode: newHashCode(), ...editedBy(content, author) })
      .where(eq(contents.id, contentId));
    await recordChange(tx, author, { action: 'regenerate-qrcode', entity: 'contents', entityId: contentId });
  });
}

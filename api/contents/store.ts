import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, textbooks } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import { invalid, notFound } from '#api/http/problems.ts';
import { teachingMedia } from '#api/media/teaching.ts';
import type { Services } from '#api/services.ts';
import type { FieldErrors } from '#schema/problem.ts';
import type { ContentDetail } from '#schema/rest/contents.ts';
import type { ContentValues } from '#schema/rules/contents.ts';
import { contentDetailOf, contentIsThere, selectContents } from './rows.ts';

type Content = typeof contents.$inferSelect;

/** A content as staff see it; 404 when it, its unit or its textbook is gone. */
export async function contentDetail(services: Services, id: string): Promise<ContentDetail> {
  const [row] = await selectContents(services.db, eq(contents.id, id));
  if (!row) throw notFound();
  return contentDetailOf(row, services);
}

/** A content that is there, held until the transaction ends; undefined when it is not. */
export async function holdContent(tx: Queryable, id: string): Promise<Content | undefined> {
  const [row] = await tx
    .select({ content: contents })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(contents.id, id), contentIsThere))
    .for('update', { of: contents });
  return row?.content;
}

/** The columns that a form's values come to, or a 400 for files that a page cannot show or play. */
export async function contentColumns(tx: Queryable, values: ContentValues, publishedAt: Date | null) {
  const { type, pageNumber, name, description, pageImageId, youtubeLink, wordwallLink, audioId } = values;
  const errors: FieldErrors = {};
  if (pageImageId !== null && !(await teachingMedia(tx, pageImageId, 'image')))
    errors.pageImageId = ['messages.pictureNotAvailable'];
  if (audioId !== null && !(await teachingMedia(tx, audioId, 'audio'))) errors.audioId = ['messages.soundNotAvailable'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const files = { pageImageMediaId: pageImageId, audioMediaId: audioId };
  return { type, pageNumber, name, description, ...files, youtubeLink, wordwallLink, publishedAt };
}

export const contentSearchText = ({ name, description }: ContentValues): string => searchText(name, description);

/** What the audit log tells of a content. */
export function auditedContent(row: Pick<Content, keyof Awaited<ReturnType<typeof contentColumns>>>) {
  const { type, pageNumber, name, description, pageImageMediaId, audioMediaId, ...rest } = row;
  const { youtubeLink, wordwallLink, publishedAt } = rest;
  const files = { pageImageMediaId, audioMediaId };
  return { type, pageNumber, name, description, ...files, youtubeLink, wordwallLink, publishedAt };
}

import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { textbooks } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import { isViolation } from '#api/db/violations.ts';
import { conflict, invalid, notFound } from '#api/http/problems.ts';
import { teachingMedia } from '#api/media/teaching.ts';
import type { Services } from '#api/services.ts';
import type { TextBookDetail } from '#schema/rest/textbooks.ts';
import type { TextBookValues } from '#schema/rules/textbooks.ts';
import { selectTextBooks, textBookDetailOf } from './rows.ts';

export type TextBook = typeof textbooks.$inferSelect;

export async function textBookDetail(services: Services, id: string): Promise<TextBookDetail> {
  const [row] = await selectTextBooks(services.db, eq(textbooks.id, id));
  if (!row) throw notFound();
  return textBookDetailOf(row, services);
}

/** A textbook that is there, held until the transaction ends; undefined when it is not. */
export async function holdTextBook(tx: Queryable, id: string): Promise<TextBook | undefined> {
  const [row] = await tx
    .select()
    .from(textbooks)
    .where(and(eq(textbooks.id, id), isNull(textbooks.deletedAt)))
    .for('update');
  return row;
}

/** The columns that a form's values come to, or a 400 for a picture that cannot be a cover. */
export async function textBookColumns(tx: Queryable, values: TextBookValues, publishedAt: Date | null) {
  const { name, shortCode, description, thumbnailId } = values;
  if (thumbnailId !== null && !(await teachingMedia(tx, thumbnailId, 'image')))
    throw invalid({ thumbnailId: ['messages.pictureNotAvailable'] });
  return { name, shortCode, description, thumbnailMediaId: thumbnailId, publishedAt };
}

export const textBookSearchText = ({ name, shortCode, description }: TextBookValues): string =>
  searchText(name, shortCode, description);

/** What the audit log tells of a textbook. */
export const auditedTextBook = (row: Pick<TextBook, keyof Awaited<ReturnType<typeof textBookColumns>>>) => {
  const { name, shortCode, description, thumbnailMediaId, publishedAt } = row;
  return { name, shortCode, description, thumbnailMediaId, publishedAt };
};

/** Rethrows what refused a write, as the 409 it means where the short code was taken. */
export function refusedTextBook(error: unknown): never {
  if (!isViolation(error, 'textbooks_short_code_unique')) throw error;
  throw conflict('messages.shortCodeExists', 'Short Code text already exists.', 'shortCode');
}

import { and, eq, sql } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import type { Queryable } from '#api/db/client.ts';
import { textbooks } from '#api/db/schema.ts';
import { foldedShortCode } from '#api/db/short-code.ts';

/** The hash code of the published textbook that a typed short code means. */
export async function findTextBookByShortCode(db: Queryable, typed: string): Promise<string | undefined> {
  const [row] = await db
    .select({ hashCode: textbooks.hashCode })
    .from(textbooks)
    .where(and(textBookIsPublished, eq(foldedShortCode(textbooks.shortCode), foldedShortCode(sql`${typed}::text`))));
  return row?.hashCode;
}

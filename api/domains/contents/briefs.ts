import { and, eq, type SQL } from 'drizzle-orm';
import { contentIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, media, textbooks } from '#api/ground/db/schema.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { ContentBrief } from '#schema/rest/lessons.ts';

/** The published contents that match a condition, as cards, in the book's order. */
export async function contentBriefs(
  { db, links }: { db: Queryable; links: SignedLinks },
  condition: SQL | undefined,
): Promise<ContentBrief[]> {
  const rows = await db
    .select({
      id: contents.id,
      hashCode: contents.hashCode,
      type: contents.type,
      pageNumber: contents.pageNumber,
      name: contents.name,
      picture: { id: media.id, fileName: media.fileName },
    })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(media, eq(media.id, contents.pageImageMediaId))
    .where(and(contentIsPublished, condition))
    .orderBy(lessons.position, lessons.id, contents.position, contents.id);
  return rows.map(({ picture, ...row }) => ({
    ...row,
    thumbnail: picture && links.smallPicture(picture.id, picture.fileName),
  }));
}

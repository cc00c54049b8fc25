import { and, eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, media, textbooks } from '#api/db/schema.ts';
import type { SignedLinks } from '#api/media/signed-links.ts';
import type { ContentBrief } from '#schema/rest/lessons.ts';
import { contentIsPublished } from './published.ts';

/** The published contents that fit, in printed order, as cards. */
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

import { and, eq } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import { media, textbooks } from '#api/db/schema.ts';
import type { SignedLinks } from '#api/media/signed-links.ts';
import type { Services } from '#api/services.ts';

/** A textbook as students see it, for queries that join textbooks and their thumbnail's media. */
export const textBookColumns = {
  id: textbooks.id,
  hashCode: textbooks.hashCode,
  name: textbooks.name,
  shortCode: textbooks.shortCode,
  description: textbooks.description,
  thumbnailId: media.id,
  thumbnailFileName: media.fileName,
};

interface TextBookRow {
  readonly thumbnailId: string | null;
  readonly thumbnailFileName: string | null;
}

export function withThumbnail<Row extends TextBookRow>(row: Row, links: SignedLinks) {
  const { thumbnailId, thumbnailFileName } = row;
  return { ...row, thumbnail: thumbnailId && thumbnailFileName ? links.media(thumbnailId, thumbnailFileName) : null };
}

/** The published textbook with this hash code. */
export async function findTextBook({ db, links }: Services, hashCode: string) {
  const [row] = await db
    .select(textBookColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(and(textBookIsPublished, eq(textbooks.hashCode, hashCode)));
  return row && withThumbnail(row, links);
}

import { media, textbooks } from '#api/db/schema.ts';
import type { SignedLinks } from '#api/media/signed-links.ts';

/** A textbook by name, for queries that join textbooks and their thumbnail's media. */
export const textBookNameColumns = {
  id: textbooks.id,
  name: textbooks.name,
  shortCode: textbooks.shortCode,
  thumbnailId: media.id,
  thumbnailFileName: media.fileName,
};

interface TextBookNameRow {
  readonly id: string;
  readonly name: string;
  readonly shortCode: string;
  readonly thumbnailId: string | null;
  readonly thumbnailFileName: string | null;
}

/** The thumbnail is the small one: names stand in rows and pickers. */
export function textBookNameOf({ thumbnailId, thumbnailFileName, ...row }: TextBookNameRow, links: SignedLinks) {
  const thumbnail = thumbnailId && thumbnailFileName ? links.smallPicture(thumbnailId, thumbnailFileName) : null;
  return { ...row, thumbnail };
}

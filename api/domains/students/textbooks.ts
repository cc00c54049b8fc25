import { and, eq } from 'drizzle-orm';
import { codeOfDeleted, findBookOfCode, findPrintedCode, followLink } from '#api/domains/qr-codes/printed-codes.ts';
import { textBookIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { media, textbooks } from '#api/ground/db/schema.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';

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

/** The columns of a textbook for the pages that belong to it. */
export const namedTextBook = {
  id: textbooks.id,
  hashCode: textbooks.hashCode,
  name: textbooks.name,
  shortCode: textbooks.shortCode,
};

interface TextBookRow {
  readonly thumbnailId: string | null;
  readonly thumbnailFileName: string | null;
}

export function withThumbnail<Row extends TextBookRow>(row: Row, links: SignedLinks) {
  const { thumbnailId, thumbnailFileName } = row;
  return { ...row, thumbnail: thumbnailId && thumbnailFileName ? links.media(thumbnailId, thumbnailFileName) : null };
}

/** The published textbook with this hash code; undefined when there is none. Throws `codeOfDeleted`. */
export async function findTextBook({ db, links }: Uses<'db' | 'links'>, hashCode: string) {
  const [row] = await textBookByHashCode(db, { hashCode });
  return row ? withThumbnail(row, links) : followLink(db, { entity: 'textbooks', hashCode });
}

const textBookByHashCode = preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
  db
    .select(textBookColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(and(textBookIsPublished, eq(textbooks.hashCode, hashCode))),
);

/**
 * The hash code of the published textbook that has or had this typed short code; undefined when there is none. Throws
 * `codeOfDeleted`.
 */
export async function findTextBookByShortCode(db: Queryable, typed: string): Promise<string | undefined> {
  const usual = await findBookOfCode(db, typed);
  if (usual !== undefined) return usual;
  const found = await findPrintedCode(db, [{ shortCode: typed }]);
  if (found?.isDeleted) throw codeOfDeleted();
  return found?.textBookHashCode ?? undefined;
}

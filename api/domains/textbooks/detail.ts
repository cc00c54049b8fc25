import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { bookQrLinks } from '#api/domains/qr-codes/links.ts';
import { permanentCode } from '#api/domains/qr-codes/printed-codes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, contents, lessons, media, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { SignedLinks } from '#api/ground/http/signed-links.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { TextBookDetail } from '#schema/rest/textbooks.ts';
import { pick } from '#schema/rules/plain-fields.ts';
import { textBookFields } from '#schema/rules/textbooks.ts';

/** A textbook's name and cover, for queries that join textbooks and the thumbnail's media. */
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

/** The thumbnail is the small picture, since textbook names appear in rows and pickers. */
export function textBookNameOf(row: TextBookNameRow, links: SignedLinks) {
  const { id, name, shortCode, thumbnailId, thumbnailFileName } = row;
  const thumbnail = thumbnailId && thumbnailFileName ? links.smallPicture(thumbnailId, thumbnailFileName) : null;
  return { id, name, shortCode, thumbnail };
}

export const unitCount = sql<number>`(
  select count(*)::int from ${lessons}
  where ${lessons.textbookId} = ${textbooks.id} and ${lessons.deletedAt} is null
)`;

export const contentCount = sql<number>`(
  select count(*)::int from ${contents}
  join ${lessons} on ${lessons.id} = ${contents.lessonId} and ${lessons.deletedAt} is null
  where ${lessons.textbookId} = ${textbooks.id} and ${contents.deletedAt} is null
)`;

export const classCount = sql<number>`(
  select count(*)::int from ${classes}
  where ${classes.textbookId} = ${textbooks.id} and ${classes.deletedAt} is null
)`;

const columns = {
  ...textBookNameColumns,
  hashCode: textbooks.hashCode,
  printedCode: permanentCode(textbooks.id),
  ...pick(textbooks, textBookFields),
  externalId: textbooks.externalId,
  unitCount,
  contentCount,
  classCount,
  publishedAt: instantText(textbooks.publishedAt),
  version: textbooks.version,
  createdAt: instantText(textbooks.createdAt),
  updatedAt: instantText(textbooks.updatedAt),
  updatedBy: editorColumns,
};

/** Textbooks that are not deleted, drafts included, with all columns of a list or detail. */
export const selectTextBooks = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .leftJoin(editors, eq(editors.id, textbooks.updatedById))
    .where(and(isNull(textbooks.deletedAt), condition));

type TextBookRow = Awaited<ReturnType<typeof selectTextBooks>>[number];

const textBookById = preparedQuery(['id'], (db: Queryable, { id }) => selectTextBooks(db, eq(textbooks.id, id)));

/** One textbook as staff see it; 404 when it is deleted. */
export async function textBookDetail(services: Uses<'db' | 'settings' | 'links'>, id: string): Promise<TextBookDetail> {
  const [row] = await textBookById(services.db, { id });
  if (!row) throw notFound();
  return textBookDetailOf(row, services);
}

export const textBookDetailOf = (
  row: TextBookRow,
  { links, settings }: Uses<'settings' | 'links'>,
): TextBookDetail => ({
  thumbnail: textBookNameOf(row, links).thumbnail,
  urlLink: textBookUrl(settings, row.hashCode),
  qrCode: bookQrLinks(row, links),
  ...row,
});

// The textbook's page for students, which lists its units.
const textBookUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, hashCode: string): string =>
  `${publicUrl}/student/unit-list?book=${hashCode}`;

/** The values of a textbook that an update may leave out. */
export function storedValuesOf(stored: TextBookDetail) {
  const { thumbnailId, externalId } = stored;
  return { ...pick(stored, textBookFields), thumbnailId, externalId };
}

import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/audit/editors.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes, contents, lessons, media, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { TextBookDetail } from '#schema/rest/textbooks.ts';
import { textBookUrl } from './links.ts';
import { textBookNameColumns, textBookNameOf } from './names.ts';

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
  description: textbooks.description,
  unitCount,
  contentCount,
  classCount,
  publishedAt: textbooks.publishedAt,
  version: textbooks.version,
  createdAt: textbooks.createdAt,
  updatedAt: textbooks.updatedAt,
  updatedBy: editorColumns,
};

/** The textbooks that are there, drafts included, with what their rows show. */
export const selectTextBooks = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .leftJoin(editors, eq(editors.id, textbooks.updatedById))
    .where(and(isNull(textbooks.deletedAt), condition));

type TextBookRow = Awaited<ReturnType<typeof selectTextBooks>>[number];

export const textBookDetailOf = (row: TextBookRow, { links, settings }: Services): TextBookDetail => ({
  ...row,
  ...textBookNameOf(row, links),
  thumbnailId: row.thumbnailId,
  urlLink: textBookUrl(settings, row.hashCode),
  publishedAt: row.publishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

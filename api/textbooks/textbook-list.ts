import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { orderOf, type SortKey } from '#api/db/order.ts';
import { holdsWords } from '#api/db/search.ts';
import { classes, contents, lessons, media, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import type { TextBookDetail, textBooks as listTextBooks, TextBookSortField } from '#schema/rest/textbooks.ts';
import { textBookNameColumns, textBookNameOf } from './names.ts';

const unitCount = sql<number>`(
  select count(*)::int from ${lessons}
  where ${lessons.textbookId} = ${textbooks.id} and ${lessons.deletedAt} is null
)`;

const contentCount = sql<number>`(
  select count(*)::int from ${contents}
  join ${lessons} on ${lessons.id} = ${contents.lessonId} and ${lessons.deletedAt} is null
  where ${lessons.textbookId} = ${textbooks.id} and ${contents.deletedAt} is null
)`;

const classCount = sql<number>`(
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
  createdAt: textbooks.createdAt,
  updatedAt: textbooks.updatedAt,
};

const sortKeys: Record<TextBookSortField, SortKey> = {
  name: { by: [sql`lower(${textbooks.name})`] },
  shortCode: { by: [sql`upper(${textbooks.shortCode})`] },
  unitCount: { by: [unitCount] },
  contentCount: { by: [contentCount] },
  classCount: { by: [classCount] },
  publishedAt: { by: [textbooks.publishedAt], nullsLast: true },
  createdAt: { by: [textbooks.createdAt] },
};

/** A page of the textbooks, drafts included; by name unless sorted. */
export async function textBookPage(
  { db, links }: Services,
  { SearchText, PageNumber, PageSize, SortCriteria }: QueryOf<typeof listTextBooks>,
): Promise<Page<TextBookDetail>> {
  const condition = and(isNull(textbooks.deletedAt), holdsWords(textbooks.searchText, SearchText));
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'name', direction: 'asc' } as const];
  const [total] = await db.select({ count: count() }).from(textbooks).where(condition);
  const rows = await db
    .select(columns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(condition)
    .orderBy(...orderOf(criteria, sortKeys, [textbooks.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  const items = rows.map((row) => ({
    ...row,
    ...textBookNameOf(row, links),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { items, pageNumber: PageNumber, pageSize: PageSize, totalCount: total?.count ?? 0 };
}

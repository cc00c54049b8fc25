import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lessonIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-page.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ContentDetail, contents as listContents, ContentSortField } from '#schema/rest/contents.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { contentDetailOf, selectContents } from './detail.ts';

const sortKeys: Record<ContentSortField, SortKey> = {
  order: { by: [contents.position] },
  pageNumber: { by: [contents.pageNumber] },
  name: { by: [sql`lower(${contents.name})`] },
  type: { by: [contents.type] },
  publishedAt: { by: [contents.publishedAt], nullsLast: true },
  createdAt: { by: [contents.createdAt] },
};

/** Contents by their ids, drafts included, in the order asked; without those that are deleted or never were. */
export async function contentsById(
  services: Uses<'db' | 'settings' | 'links'>,
  asked: readonly string[],
): Promise<ContentDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await selectContents(services.db, inArray(contents.id, ids));
  return inOrder(ids, rows).map((row) => contentDetailOf(row, services));
}

/** A page of a unit's contents, drafts included; in the unit's order by default. 404 when there is no such unit. */
export async function contentPage(
  services: Uses<'db' | 'settings' | 'links'>,
  query: QueryOf<typeof listContents>,
): Promise<ConnectionPage<ContentDetail>> {
  const { db } = services;
  const { LessonId, SearchText, PageNumber, PageSize, SortCriteria } = query;
  const [lesson] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(lessons.id, LessonId), lessonIsNotDeleted));
  if (!lesson) throw notFound();
  const condition = and(eq(contents.lessonId, LessonId), holdsWords(contents.searchText, SearchText));
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'order', direction: 'asc' } as const];
  const totalCount = await db.$count(contents, and(isNull(contents.deletedAt), condition));
  if (query.After !== undefined) {
    const page = await keysetPage(db, {
      ...{ name: 'contents', query, from: sql`${contents}`, id: contents.id },
      condition: and(isNull(contents.deletedAt), condition),
      order: orderKeys(criteria, sortKeys, [contents.position, contents.id]),
    });
    return connectionPage(query, page, { items: await contentsById(services, page.ids), totalCount });
  }
  const rows = await selectContents(db, condition)
    .orderBy(...orderOf(criteria, sortKeys, [contents.position, contents.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return {
    items: rows.map((row) => contentDetailOf(row, services)),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount,
  };
}

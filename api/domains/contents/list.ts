import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { lessonIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
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

const rowsOf = preparedQuery(['ids'], (db: Queryable, { ids }) =>
  selectContents(db, sql`${contents.id} = any(${ids})`),
);

/** Contents by their ids, drafts included, in the order asked; without those that are deleted or never were. */
export async function contentsById(
  services: Uses<'db' | 'settings' | 'links'>,
  asked: readonly string[],
): Promise<ContentDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await rowsOf(services.db, { ids });
  return inOrder(ids, rows).map((row) => contentDetailOf(row, services));
}

const inUnit = (lessonId: string | Placeholder, words?: string): SQL | undefined =>
  and(eq(contents.lessonId, lessonId), holdsWords(contents.searchText, words));

const pages = preparedPages(['lessonId'], (db, { lessonId, limit, offset }, order) =>
  selectContents(db, inUnit(lessonId))
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

/** A page of a unit's contents, drafts included; in the unit's order by default. 404 when there is no such unit. */
export async function contentPage(
  services: Uses<'db' | 'settings' | 'links'>,
  query: QueryOf<typeof listContents>,
): Promise<ConnectionPage<ContentDetail>> {
  const { db } = services;
  const { LessonId, SearchText, PageNumber, PageSize, SortCriteria } = query;
  const condition = inUnit(LessonId, SearchText);
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'order', direction: 'asc' } as const];
  const countAll = () => db.$count(contents, and(isNull(contents.deletedAt), condition));
  if (query.After !== undefined) {
    await assertUnit(db, LessonId);
    const page = await keysetPage(db, {
      ...{ name: 'contents', query, from: sql`${contents}`, id: contents.id },
      condition: and(isNull(contents.deletedAt), condition),
      order: orderKeys(criteria, sortKeys, [contents.position, contents.id]),
    });
    const items = await contentsById(services, page.ids);
    return connectionPage(query, page, { items, totalCount: await countAll() });
  }
  const order = orderOf(criteria, sortKeys, [contents.position, contents.id]);
  // The words of a search make many statements.
  const rows = SearchText
    ? await selectContents(db, condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages(db, { PageNumber, PageSize, criteria, order }, { lessonId: LessonId });
  if (rows.length === 0) await assertUnit(db, LessonId);
  return {
    items: rows.map((row) => contentDetailOf(row, services)),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, countAll),
  };
}

async function assertUnit(db: Queryable, id: string): Promise<void> {
  const [lesson] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(lessons.id, id), lessonIsNotDeleted));
  if (!lesson) throw notFound();
}

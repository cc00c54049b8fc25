import { and, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { lessons, textbooks } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { LessonDetail, LessonSortField, textBookUnits } from '#schema/rest/lessons.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { lessonContentCount, lessonDetailOf, selectLessons } from './detail.ts';

const sortKeys: Record<LessonSortField, SortKey> = {
  order: { by: [lessons.position] },
  number: { by: [lessons.number] },
  title: { by: [sql`lower(${lessons.title})`] },
  name: { by: [sql`lower(${lessons.name})`] },
  contentCount: { by: [lessonContentCount] },
  publishedAt: { by: [lessons.publishedAt], nullsLast: true },
  createdAt: { by: [lessons.createdAt] },
};

const rowsOf = preparedQuery(['ids'], (db: Queryable, { ids }) => selectLessons(db, sql`${lessons.id} = any(${ids})`));

/** Units by their ids, drafts included, in the order asked; without those that are deleted or never were. */
export async function lessonsById(
  services: Uses<'db' | 'settings'>,
  asked: readonly string[],
): Promise<LessonDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await rowsOf(services.db, { ids });
  return inOrder(ids, rows).map((row) => lessonDetailOf(row, services));
}

const inBook = (textBookId: string | Placeholder, words?: string): SQL | undefined =>
  and(eq(lessons.textbookId, textBookId), holdsWords(lessons.searchText, words));

const pages = preparedPages(['textBookId'], (db, { textBookId, limit, offset }, order) =>
  selectLessons(db, inBook(textBookId))
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

/** A page of a textbook's units, drafts included; in the book's order by default. 404 when there is no such textbook. */
export async function lessonPage(
  services: Uses<'db' | 'settings'>,
  query: QueryOf<typeof textBookUnits>,
): Promise<ConnectionPage<LessonDetail>> {
  const { db } = services;
  const { TextbookId, SearchText, PageNumber, PageSize, SortCriteria } = query;
  const condition = inBook(TextbookId, SearchText);
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'order', direction: 'asc' } as const];
  const countAll = () => db.$count(lessons, and(isNull(lessons.deletedAt), condition));
  if (query.After !== undefined) {
    await assertBook(db, TextbookId);
    const page = await keysetPage(db, {
      ...{ name: 'textBookUnits', query, from: sql`${lessons}`, id: lessons.id },
      condition: and(isNull(lessons.deletedAt), condition),
      order: orderKeys(criteria, sortKeys, [lessons.position, lessons.id]),
    });
    const items = await lessonsById(services, page.ids);
    return connectionPage(query, page, { items, totalCount: await countAll() });
  }
  const order = orderOf(criteria, sortKeys, [lessons.position, lessons.id]);
  // The words of a search make many statements.
  const rows = SearchText
    ? await selectLessons(db, condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages(db, { PageNumber, PageSize, criteria, order }, { textBookId: TextbookId });
  if (rows.length === 0) await assertBook(db, TextbookId);
  return {
    items: rows.map((row) => lessonDetailOf(row, services)),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, countAll),
  };
}

async function assertBook(db: Queryable, id: string): Promise<void> {
  const count = await db.$count(textbooks, and(eq(textbooks.id, id), isNull(textbooks.deletedAt)));
  if (count === 0) throw notFound();
}

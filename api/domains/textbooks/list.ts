import { and, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { changedRows } from '#api/ground/db/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { textbooks } from '#api/ground/db/schema.ts';
import { foldedShortCode } from '#api/ground/db/short-code.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { Uses } from '#api/ground/services.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type { Changes } from '#schema/rest/changes.ts';
import type {
  textBookChanges,
  TextBookDetail,
  textBooks as listTextBooks,
  TextBookSortField,
} from '#schema/rest/textbooks.ts';
import { classCount, contentCount, selectTextBooks, textBookDetailOf, unitCount } from './detail.ts';

const sortKeys: Record<TextBookSortField, SortKey> = {
  name: { by: [sql`lower(${textbooks.name})`] },
  shortCode: { by: [sql`upper(${textbooks.shortCode})`] },
  unitCount: { by: [unitCount] },
  contentCount: { by: [contentCount] },
  classCount: { by: [classCount] },
  publishedAt: { by: [textbooks.publishedAt], nullsLast: true },
  createdAt: { by: [textbooks.createdAt] },
};

type ListQuery = QueryOf<typeof listTextBooks>;

const pages = preparedPages([], (db, { limit, offset }, order) =>
  selectTextBooks(db, undefined)
    .orderBy(...order)
    .limit(limit)
    .offset(offset),
);

/** A page of the textbooks, drafts included; by name by default. */
export async function textBookPage(
  services: Uses<'db' | 'settings' | 'links'>,
  query: ListQuery,
): Promise<ConnectionPage<TextBookDetail>> {
  const { db } = services;
  const { PageNumber, PageSize, SortCriteria } = query;
  const condition = matchesFilter(query);
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'name', direction: 'asc' } as const];
  const countAll = () => db.$count(textbooks, and(isNull(textbooks.deletedAt), condition));
  if (query.After !== undefined) {
    const page = await keysetPage(db, {
      ...{ name: 'textBooks', query, from: sql`${textbooks}`, id: textbooks.id },
      condition: and(isNull(textbooks.deletedAt), condition),
      order: orderKeys(criteria, sortKeys, [textbooks.id]),
    });
    const items = await textBooksById(services, page.ids);
    return connectionPage(query, page, { items, totalCount: await countAll() });
  }
  const order = orderOf(criteria, sortKeys, [textbooks.id]);
  // The values of a filter make many statements.
  const rows = condition
    ? await selectTextBooks(db, condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await pages(db, { PageNumber, PageSize, criteria, order }, {});
  return {
    items: rows.map((row) => textBookDetailOf(row, services)),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, countAll),
  };
}

function matchesFilter({ SearchText, ExternalIds, ShortCodes, Published, UpdatedSince }: ListQuery): SQL | undefined {
  return and(
    holdsWords(textbooks.searchText, SearchText),
    ExternalIds.length > 0 ? inArray(textbooks.externalId, ExternalIds) : undefined,
    ShortCodes.length > 0
      ? inArray(
          foldedShortCode(textbooks.shortCode),
          ShortCodes.map((code) => foldedShortCode(sql`${code}::text`)),
        )
      : undefined,
    Published === undefined ? undefined : (Published ? isNotNull : isNull)(textbooks.publishedAt),
    UpdatedSince === undefined ? undefined : gte(textbooks.updatedAt, new Date(UpdatedSince)),
  );
}

const rowsOf = preparedQuery(['ids'], (db: Queryable, { ids }) =>
  selectTextBooks(db, sql`${textbooks.id} = any(${ids})`),
);

/** Textbooks by their ids, drafts included, in the order asked; without those that are deleted or never were. */
export async function textBooksById(
  services: Uses<'db' | 'settings' | 'links'>,
  asked: readonly string[],
): Promise<TextBookDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await rowsOf(services.db, { ids });
  return inOrder(ids, rows).map((row) => textBookDetailOf(row, services));
}

/** The textbooks by their last change, drafts included. */
export async function changedTextBooks(
  services: Uses<'db' | 'settings' | 'links'>,
  query: QueryOf<typeof textBookChanges>,
): Promise<Changes<TextBookDetail>> {
  const { ids, ...feed } = await changedRows(services.db, { kind: 'textbook', query });
  const rows = await rowsOf(services.db, { ids });
  return { items: inOrder(ids, rows).map((row) => textBookDetailOf(row, services)), ...feed };
}

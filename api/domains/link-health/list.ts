import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-plan.ts';
import { preparedPages } from '#api/ground/db/prepared-pages.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, linkChecks, media, textbooks } from '#api/ground/db/schema.ts';
import { totalOf } from '#api/ground/db/total-of.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BrokenLink, BrokenLinkSortField, brokenLinks as listBrokenLinks } from '#schema/rest/link-health.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import { isBroken, isOfPlace, places } from './places.ts';

type Services = Uses<'db' | 'settings'>;

// The rows are sorted by textbook, with the textbook's cover before its units.
const place = [
  sql`lower(${textbooks.name})`,
  textbooks.id,
  sql`coalesce(${lessons.position}, -1)`,
  sql`coalesce(${contents.position}, -1)`,
  linkChecks.id,
];

const sortKeys: Record<BrokenLinkSortField, SortKey> = {
  place: { by: place },
  since: { by: [linkChecks.badSince] },
  checkedAt: { by: [linkChecks.checkedAt] },
};

/** A page of the broken links, by their place in the textbooks by default. */
export async function brokenLinkPage(
  services: Services,
  query: QueryOf<typeof listBrokenLinks>,
): Promise<ConnectionPage<BrokenLink>> {
  const { TextBookId, Kinds, SortCriteria, PageNumber, PageSize } = query;
  const condition = and(
    isBroken,
    TextBookId === undefined ? undefined : eq(textbooks.id, TextBookId),
    Kinds.length > 0 ? inArray(linkChecks.kind, Kinds) : undefined,
  );
  const isByPlace = SortCriteria.some(({ field }) => field === 'place');
  const criteria = isByPlace ? SortCriteria : [...SortCriteria, { field: 'place', direction: 'asc' } as const];
  const { db, settings } = services;
  const { asks } = settings.linkHealth;
  const isFiltered = TextBookId !== undefined || Kinds.length > 0;
  const unfiltered = asks ? ofEverything : ofFiles;
  const countAll = async () => {
    const [total] = await (isFiltered ? countLinks(db, asks, condition) : unfiltered.count(db, {}));
    return total?.count ?? 0;
  };
  if (query.After !== undefined) {
    const page = await keysetPage(db, {
      ...{ name: 'brokenLinks', query, from: linksFrom(asks), id: linkChecks.id, condition },
      order: orderKeys(criteria, sortKeys, []),
    });
    const rows = inOrder(page.ids, await selectLinks(db, asks, inArray(linkChecks.id, [...page.ids])));
    return connectionPage(query, page, { items: rows.map(brokenLinkOf), totalCount: await countAll() });
  }
  const order = orderOf(criteria, sortKeys, []);
  // The values of a filter make many statements.
  const rows = isFiltered
    ? await selectLinks(db, asks, condition)
        .orderBy(...order)
        .limit(PageSize)
        .offset((PageNumber - 1) * PageSize)
    : await unfiltered.page(db, { PageNumber, PageSize, criteria, order }, {});
  return {
    items: rows.map(brokenLinkOf),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: await totalOf({ PageNumber, PageSize }, rows, countAll),
  };
}

/** Those of these that are broken now, by their place. */
export async function brokenLinksById(services: Services, ids: readonly string[]): Promise<BrokenLink[]> {
  const { db, settings } = services;
  const rows = await selectLinks(db, settings.linkHealth.asks, and(isBroken, inArray(linkChecks.id, ids))).orderBy(
    ...orderOf([{ field: 'place', direction: 'asc' }], sortKeys, []),
  );
  return rows.map(brokenLinkOf);
}

const isTextBook = sql`${textbooks.id} = place.textbook_id`;
const isContent = sql`${contents.id} = place.content_id`;

/** The tables that `selectLinks` joins, for statements that read only the order. */
const linksFrom = (asks: boolean): SQL => sql`${linkChecks}
  join ${places(asks)} on ${isOfPlace}
  join ${textbooks} on ${isTextBook}
  left join ${contents} on ${isContent}
  left join ${lessons} on ${lessons.id} = ${contents.lessonId}`;

const columns = {
  id: linkChecks.id,
  kind: linkChecks.kind,
  problem: linkChecks.problem,
  target: linkChecks.target,
  textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name, shortCode: textbooks.shortCode },
  unit: {
    id: lessons.id,
    hashCode: lessons.hashCode,
    number: lessons.number,
    title: lessons.title,
    name: lessons.name,
  },
  content: {
    id: contents.id,
    hashCode: contents.hashCode,
    type: contents.type,
    pageNumber: contents.pageNumber,
    name: contents.name,
  },
  itemName: sql<string | null>`place.item_name`,
  fileName: media.fileName,
  since: instantText(linkChecks.badSince),
  checkedAt: instantText(linkChecks.checkedAt),
  changedBy: editorColumns,
};

const selectLinks = (db: Queryable, asks: boolean, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(linkChecks)
    .innerJoin(places(asks), isOfPlace)
    .innerJoin(textbooks, isTextBook)
    .leftJoin(contents, isContent)
    .leftJoin(lessons, eq(lessons.id, contents.lessonId))
    .leftJoin(media, sql`${media.id} = place.media_id`)
    .leftJoin(editors, sql`${editors.id} = place.changed_by_id`)
    .where(condition);

const countLinks = (db: Queryable, asks: boolean, condition: SQL | undefined) =>
  db.select({ count: count() }).from(selectLinks(db, asks, condition).as('found'));

/** The whole list, whose statements have no values. */
const wholeList = (asks: boolean) => ({
  page: preparedPages([], (db, { limit, offset }, order) =>
    selectLinks(db, asks, isBroken)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  ),
  count: preparedQuery([], (db: Queryable) => countLinks(db, asks, isBroken)),
});
const ofEverything = wholeList(true);
const ofFiles = wholeList(false);

function brokenLinkOf(row: Awaited<ReturnType<typeof selectLinks>>[number]): BrokenLink {
  const { id, kind, problem, target, textBook, unit, content, itemName, fileName, since, checkedAt, changedBy } = row;
  if (problem === null || since === null || checkedAt === null) throw new Error(`The link ${id} is not broken`);
  const link = fileName === null ? target : null;
  return { id, kind, problem, textBook, unit, content, itemName, link, fileName, since, checkedAt, changedBy };
}

import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { connectionPage, keysetPage } from '#api/ground/db/keyset-page.ts';
import { inOrder } from '#api/ground/db/list-page.ts';
import { orderKeys, orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, linkChecks, media, textbooks } from '#api/ground/db/schema.ts';
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
  const [total] = await services.db.select({ count: count() }).from(selectLinks(services, condition).as('found'));
  const totalCount = total?.count ?? 0;
  if (query.After !== undefined) {
    const page = await keysetPage(services.db, {
      ...{ name: 'brokenLinks', query, from: linksFrom(services), id: linkChecks.id, condition },
      order: orderKeys(criteria, sortKeys, []),
    });
    const rows = inOrder(page.ids, await selectLinks(services, inArray(linkChecks.id, [...page.ids])));
    return connectionPage(query, page, { items: rows.map(brokenLinkOf), totalCount });
  }
  const rows = await selectLinks(services, condition)
    .orderBy(...orderOf(criteria, sortKeys, []))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return { items: rows.map(brokenLinkOf), pageNumber: PageNumber, pageSize: PageSize, totalCount };
}

/** Those of these that are broken now, by their place. */
export async function brokenLinksById(services: Services, ids: readonly string[]): Promise<BrokenLink[]> {
  const rows = await selectLinks(services, and(isBroken, inArray(linkChecks.id, ids))).orderBy(
    ...orderOf([{ field: 'place', direction: 'asc' }], sortKeys, []),
  );
  return rows.map(brokenLinkOf);
}

const isTextBook = sql`${textbooks.id} = place.textbook_id`;
const isContent = sql`${contents.id} = place.content_id`;

/** The tables that `selectLinks` joins, for statements that read only the order. */
const linksFrom = (services: Services): SQL => sql`${linkChecks}
  join ${places(services)} on ${isOfPlace}
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
  badSince: linkChecks.badSince,
  checkedAt: linkChecks.checkedAt,
  changedBy: editorColumns,
};

const selectLinks = (services: Services, condition: SQL | undefined) =>
  services.db
    .select(columns)
    .from(linkChecks)
    .innerJoin(places(services), isOfPlace)
    .innerJoin(textbooks, isTextBook)
    .leftJoin(contents, isContent)
    .leftJoin(lessons, eq(lessons.id, contents.lessonId))
    .leftJoin(media, sql`${media.id} = place.media_id`)
    .leftJoin(editors, sql`${editors.id} = place.changed_by_id`)
    .where(condition);

function brokenLinkOf({
  target,
  badSince,
  checkedAt,
  problem,
  ...row
}: Awaited<ReturnType<typeof selectLinks>>[number]): BrokenLink {
  if (problem === null || badSince === null || checkedAt === null) throw new Error(`The link ${row.id} is not broken`);
  return {
    ...row,
    problem,
    link: row.fileName === null ? target : null,
    since: badSince.toISOString(),
    checkedAt: checkedAt.toISOString(),
  };
}

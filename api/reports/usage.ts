import { count, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { orderOf, type SortKey } from '#api/db/order.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportScope, usageReport, UsageRow, UsageSortField } from '#schema/rest/reports.ts';
import { usedPages } from './used-pages.ts';

/** A period's pages: one row for each event name, URL and content type. */
function pagesOf(db: Queryable, scope: ReportScope) {
  const used = usedPages(db, scope);
  return db
    .select({
      pageEventName: used.name,
      pageUrl: used.pageUrl,
      contentType: used.contentType,
      views: sql<number>`sum(${used.views})::int`.as('views'),
      // A double holds every whole millisecond of 280,000 years; a bigint would arrive as text.
      duration: sql<number>`sum(${used.duration})::double precision`.as('duration'),
    })
    .from(used)
    .groupBy(used.name, used.pageUrl, used.contentType)
    .as('pages');
}

/** How many pages a period has. */
export async function pageCount(db: Queryable, scope: ReportScope): Promise<number> {
  const [total] = await db.select({ count: count() }).from(pagesOf(db, scope));
  return total?.count ?? 0;
}

type ListQuery = QueryOf<typeof usageReport>;

/** Every page of a period; the longest used first unless sorted. */
export function sortedPages(db: Queryable, scope: ReportScope, sorting: ListQuery['SortCriteria']) {
  const pages = pagesOf(db, scope);
  const sortKeys: Record<UsageSortField, SortKey> = {
    pageEventName: { by: [pages.pageEventName] },
    pageUrl: { by: [pages.pageUrl] },
    contentType: { by: [pages.contentType], nullsLast: true },
    views: { by: [pages.views] },
    duration: { by: [pages.duration] },
  };
  const criteria = sorting.length > 0 ? sorting : [{ field: 'duration', direction: 'desc' } as const];
  const { pageEventName, pageUrl, contentType, views, duration } = pages;
  return db
    .select({
      pageEventName,
      pageUrl,
      contentType,
      views,
      duration,
      all: sql<number>`(count(*) over ())::int`.as('all'),
    })
    .from(pages)
    .orderBy(...orderOf(criteria, sortKeys, [pageEventName, pageUrl, contentType]))
    .$dynamic();
}

/** One page of the list of a period's pages, and how many there are: added up once for both. */
export async function usageRows(db: Queryable, query: ListQuery): Promise<{ items: UsageRow[]; totalCount: number }> {
  const { PageNumber, PageSize, SortCriteria } = query;
  const rows = await sortedPages(db, query, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  // Past the end there is no row to tell.
  const totalCount = rows[0]?.all ?? (PageNumber > 1 ? await pageCount(db, query) : 0);
  return { items: rows, totalCount };
}

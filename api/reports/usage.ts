import { count, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { orderOf, type SortKey } from '#api/db/order.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { usageReport, UsageRow, UsageSortField } from '#schema/rest/reports.ts';
import { type ReportScope, viewsOf } from './views.ts';

/** A period's pages: one row for each event name, URL and content type. */
function pagesOf(db: Queryable, scope: ReportScope) {
  const views = viewsOf(db, scope);
  return db
    .select({
      pageEventName: views.name,
      pageUrl: views.pageUrl,
      contentType: views.contentType,
      views: sql<number>`count(*)::int`.as('views'),
      duration: sql<number>`sum(${views.durationMs})::double precision`.as('duration'),
    })
    .from(views)
    .groupBy(views.name, views.pageUrl, views.contentType)
    .as('pages');
}

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
  return db
    .select()
    .from(pages)
    .orderBy(...orderOf(criteria, sortKeys, [pages.pageEventName, pages.pageUrl, pages.contentType]))
    .$dynamic();
}

/** One page of the list of a period's pages. */
export async function usageRows(db: Queryable, scope: ReportScope, query: ListQuery): Promise<UsageRow[]> {
  const { PageNumber, PageSize, SortCriteria } = query;
  return sortedPages(db, scope, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
}

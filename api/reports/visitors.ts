import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { orderOf, type SortKey } from '#api/db/order.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportTotals, visitorReport, VisitorRow, VisitorSortField } from '#schema/rest/reports.ts';
import { type ReportScope, viewsOf } from './views.ts';

/** A period's visitors: one row for each session on each day, as its first page view of the day knew it. */
function visitorsOf(db: Queryable, scope: ReportScope) {
  const views = viewsOf(db, scope);
  const first = (column: SQL.Aliased | AnyPgColumn) =>
    sql<string | null>`(array_agg(${column} order by ${views.startedAt}, ${views.eventId}))[1]`;
  return db
    .select({
      visitor: views.visitor,
      date: views.day,
      ip: first(views.ipAddress).as('ip'),
      os: first(views.os).as('os'),
      browser: first(views.browser).as('browser'),
      browserVersion: first(views.browserVersion).as('browser_version'),
      // A double holds every whole millisecond of 280,000 years; a bigint would arrive as text.
      timeSpent: sql<number>`sum(${views.durationMs})::double precision`.as('time_spent'),
    })
    .from(views)
    .groupBy(views.visitor, views.day)
    .as('visitors');
}

/** Counted over the same rows that the visitors' report lists. */
export async function totalsOf(db: Queryable, scope: ReportScope): Promise<ReportTotals> {
  const visitors = visitorsOf(db, scope);
  const [totals] = await db
    .select({
      numberOfVisitors: sql<number>`count(*)::int`,
      totalTimeSpent: sql<number>`coalesce(sum(${visitors.timeSpent}), 0)`,
    })
    .from(visitors);
  const { numberOfVisitors = 0, totalTimeSpent = 0 } = totals ?? {};
  const averageTimeSpent = numberOfVisitors > 0 ? Math.round(totalTimeSpent / numberOfVisitors) : 0;
  return { numberOfVisitors, totalTimeSpent, averageTimeSpent };
}

type Sorting = QueryOf<typeof visitorReport>['SortCriteria'];

/** Every visitor of a period; the latest day first unless sorted. */
export function sortedVisitors(db: Queryable, scope: ReportScope, sorting: Sorting) {
  const visitors = visitorsOf(db, scope);
  const sortKeys: Record<VisitorSortField, SortKey> = {
    date: { by: [visitors.date] },
    ip: { by: [visitors.ip], nullsLast: true },
    os: { by: [visitors.os], nullsLast: true },
    browser: { by: [visitors.browser, visitors.browserVersion], nullsLast: true },
    timeSpent: { by: [visitors.timeSpent] },
  };
  const criteria = sorting.length > 0 ? sorting : [{ field: 'date', direction: 'desc' } as const];
  return db
    .select({
      date: visitors.date,
      ip: visitors.ip,
      os: visitors.os,
      browser: visitors.browser,
      browserVersion: visitors.browserVersion,
      timeSpent: visitors.timeSpent,
    })
    .from(visitors)
    .orderBy(...orderOf(criteria, sortKeys, [visitors.date, visitors.visitor]))
    .$dynamic();
}

type ListQuery = QueryOf<typeof visitorReport>;

/** A page of a period's visitors. */
export async function visitorRows(db: Queryable, scope: ReportScope, query: ListQuery): Promise<VisitorRow[]> {
  const { PageNumber, PageSize, SortCriteria } = query;
  return sortedVisitors(db, scope, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
}

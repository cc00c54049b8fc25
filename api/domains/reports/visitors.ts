import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { visitorDays, visitorPlaceDays } from '#api/ground/db/schema.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportScope, ReportTotals, visitorReport, VisitorRow, VisitorSortField } from '#schema/rest/reports.ts';
import { daysOf } from './days.ts';
import { inScope, isPart } from './scope.ts';

/** The totals of the rows that the visitors' report lists. */
export async function totalsOf(db: Queryable, scope: ReportScope): Promise<ReportTotals> {
  const days = daysOf(db, scope);
  const [totals] = await db
    .select({
      numberOfVisitors: sql<number>`coalesce(sum(${days.visitors}), 0)::int`,
      totalTimeSpent: sql<number>`coalesce(sum(${days.duration}), 0)::double precision`,
    })
    .from(days);
  const { numberOfVisitors = 0, totalTimeSpent = 0 } = totals ?? {};
  const averageTimeSpent = numberOfVisitors > 0 ? Math.round(totalTimeSpent / numberOfVisitors) : 0;
  return { numberOfVisitors, totalTimeSpent, averageTimeSpent };
}

type Sorting = QueryOf<typeof visitorReport>['SortCriteria'];

/**
 * All visitors of a period, the latest day first by default: one row per session and day, with the browser of the day's
 * first page view. No subquery, so that an index in this order gives the first rows without reading the others.
 */
export function sortedVisitors(db: Queryable, scope: ReportScope, sorting: Sorting) {
  const part = isPart(scope);
  const days = part ? visitorPlaceDays : visitorDays;
  // For the whole school, each visitor and day is one row already.
  const first = (column: PgColumn) =>
    part
      ? sql<string | null>`(array_agg(${column} order by ${days.firstStartedAt}, ${days.firstEventId}))[1]`
      : sql<string | null>`${column}`;
  const date = sql<string>`${days.day}`;
  const [ip, os] = [first(days.ipAddress), first(days.os)];
  const [browser, browserVersion] = [first(days.browser), first(days.browserVersion)];
  const duration = part ? sql`sum(${days.duration})` : sql`${days.duration}`;
  const timeSpent = sql<number>`${duration}::double precision`;
  const sortKeys: Record<VisitorSortField, SortKey> = {
    date: { by: [date] },
    ip: { by: [ip], nullsLast: true },
    os: { by: [os], nullsLast: true },
    browser: { by: [browser, browserVersion], nullsLast: true },
    timeSpent: { by: [timeSpent] },
  };
  const criteria = sorting.length > 0 ? sorting : [{ field: 'date', direction: 'desc' } as const];
  const rows = db
    .select({
      date: date.as('day'),
      ip: ip.as('ip'),
      os: os.as('os'),
      browser: browser.as('browser'),
      browserVersion: browserVersion.as('browser_version'),
      timeSpent: timeSpent.as('time_spent'),
    })
    .from(days)
    .where(inScope(days, scope))
    .$dynamic();
  return (part ? rows.groupBy(days.day, days.visitor) : rows).orderBy(
    ...orderOf(criteria, sortKeys, [days.day, days.visitor]),
  );
}

type ListQuery = QueryOf<typeof visitorReport>;

/** A page of a period's visitors. */
export async function visitorRows(db: Queryable, query: ListQuery): Promise<VisitorRow[]> {
  const { PageNumber, PageSize, SortCriteria } = query;
  return sortedVisitors(db, query, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
}

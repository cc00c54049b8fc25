import { and, sql, type SQLWrapper } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { usageTotals, visitorPlaceDays } from '#api/ground/db/schema.ts';
import type { ReportScope, UsageDay } from '#schema/rest/reports.ts';
import { inPeriod, inScope, isCounted, isExactly } from './scope.ts';

/** The days of a report with visitors: one row per day with visitors, views and duration. */
export function daysOf(db: Queryable, scope: ReportScope) {
  return isCounted(scope) ? countedDays(db, scope) : daysOfPart(db, scope);
}

function countedDays(db: Queryable, scope: ReportScope) {
  const { day, visitors, views, duration } = usageTotals;
  return db
    .select({
      day: sql<string>`${day}`.as('day'),
      visitors: sql<number>`${visitors}`.as('visitors'),
      views: sql<number>`${views}`.as('views'),
      duration: sql<number>`${duration}`.as('duration'),
    })
    .from(usageTotals)
    .where(and(inPeriod(usageTotals, scope), isExactly(usageTotals, scope)))
    .as('days');
}

// A visitor of several units counts once, so visitors are counted distinct per day.
function daysOfPart(db: Queryable, scope: ReportScope) {
  const places = visitorPlaceDays;
  return db
    .select({
      day: sql<string>`${places.day}`.as('day'),
      visitors: sql<number>`count(distinct ${places.visitor})`.as('visitors'),
      views: sql<number>`sum(${places.views})`.as('views'),
      duration: sql<number>`sum(${places.duration})`.as('duration'),
    })
    .from(places)
    .where(inScope(places, scope))
    .groupBy(places.day)
    .as('days');
}

/** All days of a period, also days without visitors. */
export async function everyDay(db: Queryable, scope: ReportScope): Promise<UsageDay[]> {
  const days = daysOf(db, scope);
  const last = sql`${scope.To}::date - ${scope.From}::date - 1`;
  const number = (column: SQLWrapper) => sql<number>`coalesce(${column}, 0)::double precision`;
  const calendar = sql`(select ${scope.From}::date + n as date from generate_series(0, ${last}) n) calendar`;
  return db
    .select({
      date: sql<string>`calendar.date`,
      visitors: number(days.visitors),
      views: number(days.views),
      duration: number(days.duration),
    })
    .from(calendar)
    .leftJoin(days, sql`${days.day} = calendar.date`)
    .orderBy(sql`calendar.date`);
}

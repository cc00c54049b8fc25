import { and, gte, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { pageViews } from '#api/db/schema.ts';
import { beginningOf } from '#api/school-day.ts';
import type { ReportPeriod } from '#schema/rules/reports.ts';

export interface ReportScope {
  readonly period: ReportPeriod;
  /** The school's, which decides what a day is. */
  readonly timeZone: string;
}

// Without a session (an old or foreign client), the profile tells visitors apart, and at last the device.
const visitor = sql<string>`coalesce(
  ${pageViews.sessionKey}::text,
  ${pageViews.profileId}::text,
  concat_ws(' ', ${pageViews.ipAddress}, ${pageViews.os}, ${pageViews.browser}, ${pageViews.browserVersion})
)`;

/** The page views of a period, each with its day at the school and whose it is. */
export function viewsOf(db: Queryable, { period: { From, To }, timeZone }: ReportScope) {
  return db
    .select({
      eventId: pageViews.eventId,
      visitor: visitor.as('visitor'),
      day: sql<string>`(${pageViews.startedAt} at time zone ${timeZone})::date::text`.as('day'),
      startedAt: pageViews.startedAt,
      name: pageViews.name,
      pageUrl: pageViews.pageUrl,
      contentType: pageViews.contentType,
      durationMs: pageViews.durationMs,
      ipAddress: pageViews.ipAddress,
      os: pageViews.os,
      browser: pageViews.browser,
      browserVersion: pageViews.browserVersion,
    })
    .from(pageViews)
    .where(
      and(gte(pageViews.startedAt, beginningOf(From, timeZone)), lt(pageViews.startedAt, beginningOf(To, timeZone))),
    )
    .as('views');
}

import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import { dayOfView } from '#api/domains/usage/rollups.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, pageViews, textbooks } from '#api/ground/db/schema.ts';
import { addDays, beginningOf } from '#api/ground/school-day.ts';
import type { ReportScope } from '#schema/rest/reports.ts';

// The page views of a report, from which its sums are made.
function isInReport({ From, To, ClassId, TextBookId, LessonId, ContentType }: ReportScope, timeZone: string) {
  const { startedAt, classId, textbookId, lessonId, contentType } = pageViews;
  return and(
    // A zone is at most 14 hours from UTC, so an index finds the views by the days around the period.
    gte(startedAt, beginningOf(addDays(From, -1), 'UTC')),
    lt(startedAt, beginningOf(addDays(To, 1), 'UTC')),
    gte(dayOfView(timeZone), From),
    lt(dayOfView(timeZone), To),
    ClassId === undefined ? undefined : eq(classId, ClassId),
    TextBookId === undefined ? undefined : eq(textbookId, TextBookId),
    LessonId === undefined ? undefined : eq(lessonId, LessonId),
    ContentType === undefined ? undefined : eq(contentType, ContentType),
  );
}

/** The number of a period's page views. */
export async function viewCount(db: Queryable, scope: ReportScope, timeZone: string): Promise<number> {
  const [total] = await db.select({ count: count() }).from(pageViews).where(isInReport(scope, timeZone));
  return total?.count ?? 0;
}

/** Every page view of a period, the first one first, without whose it is. */
export function everyView(db: Queryable, scope: ReportScope, timeZone: string) {
  const localTime = sql`${pageViews.startedAt} at time zone coalesce(${pageViews.timeZone}, ${timeZone}::text)`;
  return (
    db
      .select({
        startedAt: sql<string>`to_char(${localTime}, 'YYYY-MM-DD HH24:MI:SS')`.as('started_at'),
        name: sql<string>`${pageViews.name}`.as('name'),
        contentType: sql<number | null>`${pageViews.contentType}`.as('content_type'),
        contentId: sql<string | null>`${pageViews.contentId}`.as('content_id'),
        contentName: sql<string | null>`${contents.name}`.as('content_name'),
        pageNumber: sql<number | null>`${contents.pageNumber}`.as('page_number'),
        unitTitle: sql<string | null>`${lessons.title}`.as('unit_title'),
        unitName: sql<string | null>`${lessons.name}`.as('unit_name'),
        textBookName: sql<string | null>`coalesce(${textbooks.name}, ${pageViews.textbookName})`.as('textbook_name'),
        className: sql<string | null>`${pageViews.className}`.as('class_name'),
        os: sql<string | null>`${pageViews.os}`.as('os'),
        browser: sql<string | null>`${pageViews.browser}`.as('browser'),
        duration: sql<number>`${pageViews.durationMs}`.as('duration'),
      })
      .from(pageViews)
      .leftJoin(contents, eq(contents.id, pageViews.contentId))
      // A view of a page without a content belongs to the unit that was open.
      .leftJoin(lessons, eq(lessons.id, sql`coalesce(${contents.lessonId}, ${pageViews.lessonId})`))
      .leftJoin(textbooks, eq(textbooks.id, lessons.textbookId))
      .where(isInReport(scope, timeZone))
      .orderBy(pageViews.startedAt, pageViews.eventId)
  );
}

import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { usageBookDays, usageBookMonths, usageClassDays, usageDays } from '#api/ground/db/schema.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportScope, usageReport, UsageRow, UsageSortField } from '#schema/rest/reports.ts';
import { inScope } from './scope.ts';

// A period's pages: one row for each event name, URL and content type.
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

/** The number of a period's pages. */
export async function pageCount(db: Queryable, scope: ReportScope): Promise<number> {
  const [total] = await db.select({ count: count() }).from(pagesOf(db, scope));
  return total?.count ?? 0;
}

type ListQuery = QueryOf<typeof usageReport>;

/** All pages of a period; the longest used first by default. */
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

/** One page of the list, and the total count, from one query. */
export async function usageRows(db: Queryable, query: ListQuery): Promise<{ items: UsageRow[]; totalCount: number }> {
  const { PageNumber, PageSize, SortCriteria } = query;
  const rows = await sortedPages(db, query, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  // A page past the end has no row with the count.
  const totalCount = rows[0]?.all ?? (PageNumber > 1 ? await pageCount(db, query) : 0);
  return { items: rows, totalCount };
}

type Pages = typeof usageDays | typeof usageBookDays | typeof usageBookMonths | typeof usageClassDays;

// The rollup rows of a period: views and duration per page, to be summed up.
function usedPages(db: Queryable, scope: ReportScope) {
  const months = isOfBook(scope) ? wholeMonths(scope) : undefined;
  if (!months) return daysOf(db, scope).as('used');
  // A textbook can have a thousand classes, so whole months come from the monthly rollup.
  const before = daysOf(db, { ...scope, To: months.From });
  const after = daysOf(db, { ...scope, From: months.To });
  return unionAll(before, monthsOf(db, { ...scope, ...months }), after).as('used');
}

const isOfBook = ({ ClassId, TextBookId, LessonId }: ReportScope): boolean =>
  TextBookId !== undefined && ClassId === undefined && LessonId === undefined;

// Each rollup has the columns that its reports need; the smallest one is read.
function daysOf(db: Queryable, scope: ReportScope) {
  const { ClassId, TextBookId, LessonId } = scope;
  const ofSchool = TextBookId === undefined && LessonId === undefined;
  const days = ClassId !== undefined ? usageClassDays : ofSchool ? usageDays : usageBookDays;
  return db.select(columnsOf(days)).from(days).where(inScope(days, scope));
}

function monthsOf(db: Queryable, { TextBookId = '', ContentType, From, To }: ReportScope) {
  const { month, textbookId, contentType } = usageBookMonths;
  const ofType = ContentType === undefined ? undefined : eq(contentType, ContentType);
  return db
    .select(columnsOf(usageBookMonths))
    .from(usageBookMonths)
    .where(and(eq(textbookId, TextBookId), gte(month, From), lt(month, To), ofType));
}

const columnsOf = ({ name, pageUrl, contentType, views, duration }: Pages) => ({
  name,
  pageUrl,
  contentType,
  views,
  duration,
});

/** Days from the first one to before the other, as `2026-04-01`. */
interface Period {
  readonly From: string;
  readonly To: string;
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

// The whole months within a period, from the first day to before the last; undefined when there are none.
export function wholeMonths({ From, To }: Period): Period | undefined {
  const end = firstOf(To);
  // Also avoids a date past the end of the calendar below.
  if (end === firstOf(From)) return undefined;
  // A month has at most 31 days, and 31 days after its first one is the next month's first, second, third or fourth.
  const first = From === firstOf(From) ? From : firstOf(addDays(firstOf(From), 31));
  return first < end ? { From: first, To: end } : undefined;
}

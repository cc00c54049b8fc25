import { count, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, textbooks, usageBookDays, usageClassDays, usageMonths } from '#api/ground/db/schema.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportScope, usageReport, UsageRow, UsageSortField } from '#schema/rest/reports.ts';
import { inScope } from './scope.ts';

// A period's pages: one row for each event name, URL, content type and content.
function pagesOf(db: Queryable, scope: ReportScope) {
  const used = usedPages(db, scope);
  return db
    .select({
      pageEventName: used.name,
      pageUrl: used.pageUrl,
      contentType: used.contentType,
      contentId: used.contentId,
      views: sql<number>`sum(${used.views})::int`.as('views'),
      // A double holds every whole millisecond of 280,000 years; a bigint would arrive as text.
      duration: sql<number>`sum(${used.duration})::double precision`.as('duration'),
    })
    .from(used)
    .groupBy(used.name, used.pageUrl, used.contentType, used.contentId)
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
  const { pageEventName, pageUrl, contentType, contentId, views, duration } = pages;
  // Also contents that lie in the trash, since their use stays in the report.
  const place = [textbooks.name, textbooks.id, lessons.position, lessons.id, contents.position];
  return (
    db
      .select({
        pageEventName,
        pageUrl,
        contentType,
        contentId,
        views,
        duration,
        contentName: sql<string | null>`${contents.name}`.as('content_name'),
        pageNumber: sql<number | null>`${contents.pageNumber}`.as('page_number'),
        unitTitle: sql<string | null>`${lessons.title}`.as('unit_title'),
        unitName: sql<string | null>`${lessons.name}`.as('unit_name'),
        textBookName: sql<string | null>`${textbooks.name}`.as('textbook_name'),
        isDeleted: sql<boolean>`not coalesce(${contentIsNotDeleted}, false)`.as('is_deleted'),
        all: sql<number>`(count(*) over ())::int`.as('all'),
      })
      .from(pages)
      // Every content has a unit, and every unit a textbook.
      .leftJoin(contents, eq(contents.id, contentId))
      .leftJoin(lessons, eq(lessons.id, contents.lessonId))
      .leftJoin(textbooks, eq(textbooks.id, lessons.textbookId))
      .orderBy(...orderOf(criteria, sortKeys, [pageEventName, pageUrl, ...place, contentId, contentType]))
      .$dynamic()
  );
}

/** One page of the list, and the total count, from one query. */
export async function usageRows(db: Queryable, query: ListQuery): Promise<{ items: UsageRow[]; totalCount: number }> {
  const { PageNumber, PageSize, SortCriteria } = query;
  const rows = await sortedPages(db, query, SortCriteria)
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  // A page past the end has no row with the count.
  const totalCount = rows[0]?.all ?? (PageNumber > 1 ? await pageCount(db, query) : 0);
  return { items: rows.map(usageRowOf), totalCount };
}

type SortedPage = Awaited<ReturnType<typeof sortedPages>>[number];

function usageRowOf({ contentName, pageNumber, unitTitle, unitName, textBookName, isDeleted, ...page }: SortedPage) {
  const hasContent = contentName !== null && pageNumber !== null && unitTitle !== null && unitName !== null;
  const content = hasContent && textBookName !== null;
  return {
    ...page,
    content: content ? { name: contentName, pageNumber, unitTitle, unitName, textBookName, isDeleted } : null,
  };
}

// The rollup rows of a period. A school has thousands of contents a day, so whole months come from the monthly rollup; only
// the days of classes know of classes, and one class has few rows.
function usedPages(db: Queryable, scope: ReportScope) {
  if (scope.ClassId !== undefined)
    return db.select(columnsOf(usageClassDays)).from(usageClassDays).where(inScope(usageClassDays, scope)).as('used');
  const months = wholeMonths(scope);
  if (!months) return daysOf(db, scope).as('used');
  const before = daysOf(db, { ...scope, To: months.From });
  const after = daysOf(db, { ...scope, From: months.To });
  const within = inScope({ ...usageMonths, day: usageMonths.month }, { ...scope, ...months });
  return unionAll(before, db.select(columnsOf(usageMonths)).from(usageMonths).where(within), after).as('used');
}

const daysOf = (db: Queryable, scope: ReportScope) =>
  db.select(columnsOf(usageBookDays)).from(usageBookDays).where(inScope(usageBookDays, scope));

const columnsOf = ({
  name,
  pageUrl,
  contentType,
  contentId,
  views,
  duration,
}: typeof usageBookDays | typeof usageClassDays | typeof usageMonths) => ({
  ...{ name, pageUrl, contentType, contentId },
  ...{ views, duration },
});

/** Days from the first one to before the other, as `2026-04-01`. */
interface Period {
  readonly From: string;
  readonly To: string;
}

const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

// The whole months within a period, from the first day to the day before the end; undefined without any.
export function wholeMonths({ From, To }: Period): Period | undefined {
  const end = firstOf(To);
  // Also avoids a date past the end of the calendar below.
  if (end === firstOf(From)) return undefined;
  // A month has at most 31 days, and 31 days after its first one is the next month's first, second, third or fourth.
  const first = From === firstOf(From) ? From : firstOf(addDays(firstOf(From), 31));
  return first < end ? { From: first, To: end } : undefined;
}

import { count, eq, sql } from 'drizzle-orm';
import { contentIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { contents, lessons, textbooks, usageBookDays, usageClassDays } from '#api/ground/db/schema.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { ReportScope, usageReport, UsageRow, UsageSortField } from '#schema/rest/reports.ts';
import { inScope } from './scope.ts';

// A period's pages: one row for each event name, URL, content type and content.
function pagesOf(db: Queryable, scope: ReportScope) {
  // Both rollups have every content's own rows; only the class's one knows of classes.
  const days = scope.ClassId === undefined ? usageBookDays : usageClassDays;
  return db
    .select({
      pageEventName: days.name,
      pageUrl: days.pageUrl,
      contentType: days.contentType,
      contentId: days.contentId,
      views: sql<number>`sum(${days.views})::int`.as('views'),
      // A double holds every whole millisecond of 280,000 years; a bigint would arrive as text.
      duration: sql<number>`sum(${days.duration})::double precision`.as('duration'),
    })
    .from(days)
    .where(inScope(days, scope))
    .groupBy(days.name, days.pageUrl, days.contentType, days.contentId)
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
  const known = contentName !== null && pageNumber !== null && unitTitle !== null && unitName !== null;
  const content = known && textBookName !== null;
  return {
    ...page,
    content: content ? { name: contentName, pageNumber, unitTitle, unitName, textBookName, isDeleted } : null,
  };
}

import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import { inOrder } from '#api/ground/db/list-page.ts';
import { orderOf, type SortKey } from '#api/ground/db/order.ts';
import { lessons, textbooks } from '#api/ground/db/schema.ts';
import { holdsWords } from '#api/ground/db/search.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { LessonDetail, LessonSortField, textBookUnits } from '#schema/rest/lessons.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { Page } from '#schema/rest/paging.ts';
import { lessonContentCount, lessonDetailOf, selectLessons } from './detail.ts';

const sortKeys: Record<LessonSortField, SortKey> = {
  order: { by: [lessons.position] },
  number: { by: [lessons.number] },
  title: { by: [sql`lower(${lessons.title})`] },
  name: { by: [sql`lower(${lessons.name})`] },
  contentCount: { by: [lessonContentCount] },
  publishedAt: { by: [lessons.publishedAt], nullsLast: true },
  createdAt: { by: [lessons.createdAt] },
};

/** Units by their ids, drafts included, in the order asked; without those that are deleted or never were. */
export async function lessonsById(
  services: Uses<'db' | 'settings'>,
  asked: readonly string[],
): Promise<LessonDetail[]> {
  const ids = asked.map((id) => id.toLowerCase());
  const rows = await selectLessons(services.db, inArray(lessons.id, ids));
  return inOrder(ids, rows).map((row) => lessonDetailOf(row, services));
}

/** A page of a textbook's units, drafts included; in the book's order by default. 404 when there is no such textbook. */
export async function lessonPage(
  services: Uses<'db' | 'settings'>,
  { TextbookId, SearchText, PageNumber, PageSize, SortCriteria }: QueryOf<typeof textBookUnits>,
): Promise<Page<LessonDetail>> {
  const { db } = services;
  const [book] = await db
    .select({ id: textbooks.id })
    .from(textbooks)
    .where(and(eq(textbooks.id, TextbookId), isNull(textbooks.deletedAt)));
  if (!book) throw notFound();
  const condition = and(eq(lessons.textbookId, TextbookId), holdsWords(lessons.searchText, SearchText));
  const criteria = SortCriteria.length > 0 ? SortCriteria : [{ field: 'order', direction: 'asc' } as const];
  const [total] = await db
    .select({ count: count() })
    .from(lessons)
    .where(and(isNull(lessons.deletedAt), condition));
  const rows = await selectLessons(db, condition)
    .orderBy(...orderOf(criteria, sortKeys, [lessons.position, lessons.id]))
    .limit(PageSize)
    .offset((PageNumber - 1) * PageSize);
  return {
    items: rows.map((row) => lessonDetailOf(row, services)),
    pageNumber: PageNumber,
    pageSize: PageSize,
    totalCount: total?.count ?? 0,
  };
}

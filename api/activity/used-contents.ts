import { and, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { lessons, usageBookDays } from '#api/db/schema.ts';
import type { textBookMap } from '#schema/rest/activity.ts';
import type { QueryOf } from '#schema/rest/operation.ts';

/** How a content was used: the numbers of a period, and the last of all days that are kept. */
export interface ContentUse {
  readonly views: number;
  readonly duration: number;
  readonly lastOpenedOn: string;
}

/** The contents that were ever opened as pages of a book, by id. */
export async function usedContents(
  db: Queryable,
  textbookId: string,
  { From, To }: QueryOf<typeof textBookMap>,
): Promise<Map<string, ContentUse>> {
  const { day, contentId, lessonId, views, duration } = usageBookDays;
  const inPeriod =
    and(From === undefined ? undefined : gte(day, From), To === undefined ? undefined : lt(day, To)) ?? sql`true`;
  const units = await db.select({ id: lessons.id }).from(lessons).where(eq(lessons.textbookId, textbookId));
  // As values, for a query inside of an "or" is answered by no index.
  const ofUnits = sql`${lessonId} = any(${sql.param(units.map(({ id }) => id))}::uuid[])`;
  const rows = await db
    .select({
      contentId: sql<string>`${contentId}`,
      views: sql<number>`coalesce(sum(${views}) filter (where ${inPeriod}), 0)::int`,
      duration: sql<number>`coalesce(sum(${duration}) filter (where ${inPeriod}), 0)::double precision`,
      lastOpenedOn: sql<string>`max(${day})`,
    })
    .from(usageBookDays)
    // A page may have been opened before the child's tablet knew its book, or from the class of another one.
    .where(and(or(eq(usageBookDays.textbookId, textbookId), ofUnits), isNotNull(contentId)))
    .groupBy(contentId);
  return new Map(rows.map(({ contentId: id, ...use }) => [id, use]));
}

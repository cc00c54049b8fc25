import { and, asc, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { oneMoment } from '#api/ground/db/one-moment.ts';
import { contents, lessons, textbooks, usageBookDays } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MapUnit, textBookMap } from '#schema/rest/activity.ts';
import type { QueryOf, ResponseOf } from '#schema/rest/operation.ts';

type BookMap = ResponseOf<typeof textBookMap>;

/** All contents of a textbook with their use; 404 when there is no such textbook. */
export async function bookMap(
  { db, settings: { retention, timeZone } }: Uses<'db' | 'settings'>,
  textbookId: string,
  period: QueryOf<typeof textBookMap>,
): Promise<BookMap> {
  // One snapshot for the contents and their use.
  return db.transaction(async (tx) => {
    const isBook = and(eq(textbooks.id, textbookId), isNull(textbooks.deletedAt));
    const [book] = await tx.select({ publishedAt: textbooks.publishedAt }).from(textbooks).where(isBook);
    if (!book) throw notFound();
    const used = await usedContents(tx, textbookId, period);
    const units = await unitsOf(tx, { textbookId, bookIsPublished: book.publishedAt !== null, used });
    const keptDays = retention.pageViews === 0 ? null : retention.pageViews;
    return { units, totals: totalsOf(units), keptDays, timeZone };
  }, oneMoment);
}

interface Book {
  readonly textbookId: string;
  readonly bookIsPublished: boolean;
  readonly used: ReadonlyMap<string, ContentUse>;
}

async function unitsOf(tx: Queryable, { textbookId, bookIsPublished, used }: Book): Promise<MapUnit[]> {
  const units = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.textbookId, textbookId), isNull(lessons.deletedAt)))
    .orderBy(asc(lessons.position), asc(lessons.id));
  const pages = await tx
    .select({ page: contents })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .where(and(eq(lessons.textbookId, textbookId), isNull(lessons.deletedAt), isNull(contents.deletedAt)))
    .orderBy(asc(contents.position), asc(contents.id));
  const pagesOf = new Map<string, Page[]>(units.map(({ id }) => [id, []]));
  for (const { page } of pages) pagesOf.get(page.lessonId)?.push(page);
  return units.map(({ id, number, title, name, publishedAt }) => {
    const unitOpens = bookIsPublished && publishedAt !== null;
    return {
      unit: { id, number, title, name },
      published: publishedAt !== null,
      contents: (pagesOf.get(id) ?? []).map((page) => mapContentOf(page, unitOpens, used.get(page.id))),
    };
  });
}

type Page = typeof contents.$inferSelect;

function mapContentOf(page: Page, unitOpens: boolean, use: ContentUse | undefined) {
  const { id, type, pageNumber, name, publishedAt } = page;
  const { views, duration, lastOpenedOn } = use ?? { views: 0, duration: 0, lastOpenedOn: null };
  const published = publishedAt !== null;
  const codeOpens = published && unitOpens;
  return {
    ...{ id, type, pageNumber, name, published, codeOpens, views, duration, lastOpenedOn },
    // A draft cannot be opened, so it does not count.
    neverOpened: use === undefined && codeOpens,
  };
}

function totalsOf(units: readonly MapUnit[]): BookMap['totals'] {
  const all = units.flatMap((unit) => unit.contents);
  return {
    contents: all.length,
    opened: all.filter(({ views }) => views > 0).length,
    neverOpened: all.filter(({ neverOpened }) => neverOpened).length,
    views: all.reduce((sum, { views }) => sum + views, 0),
    duration: all.reduce((sum, { duration }) => sum + duration, 0),
  };
}

/** The use of a content: the counts of a period, and the last day among all stored days. */
interface ContentUse {
  readonly views: number;
  readonly duration: number;
  readonly lastOpenedOn: string;
}

// The use of all contents that were ever opened as pages of a textbook, by id.
async function usedContents(
  db: Queryable,
  textbookId: string,
  { From, To }: QueryOf<typeof textBookMap>,
): Promise<Map<string, ContentUse>> {
  const { day, contentId, lessonId, views, duration } = usageBookDays;
  const inPeriod =
    and(From === undefined ? undefined : gte(day, From), To === undefined ? undefined : lt(day, To)) ?? sql`true`;
  const units = await db.select({ id: lessons.id }).from(lessons).where(eq(lessons.textbookId, textbookId));
  // Passed as values, since PostgreSQL uses no index for a subquery inside of an `or`.
  const ofUnits = sql`${lessonId} = any(${idArray(units.map(({ id }) => id))})`;
  const rows = await db
    .select({
      contentId: sql<string>`${contentId}`,
      views: sql<number>`coalesce(sum(${views}) filter (where ${inPeriod}), 0)::int`,
      duration: sql<number>`coalesce(sum(${duration}) filter (where ${inPeriod}), 0)::double precision`,
      lastOpenedOn: sql<string>`max(${day})`,
    })
    .from(usageBookDays)
    // Also matches by unit: a page may have been opened without its textbook, or from a class of another textbook.
    .where(and(or(eq(usageBookDays.textbookId, textbookId), ofUnits), isNotNull(contentId)))
    .groupBy(contentId);
  return new Map(rows.map(({ contentId: id, ...use }) => [id, use]));
}

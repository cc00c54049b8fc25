import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { oneMoment } from '#api/db/one-moment.ts';
import { contents, lessons, textbooks } from '#api/db/schema.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { MapUnit, textBookMap } from '#schema/rest/activity.ts';
import type { QueryOf, ResponseOf } from '#schema/rest/operation.ts';
import { type ContentUse, usedContents } from './used-contents.ts';

type BookMap = ResponseOf<typeof textBookMap>;

/** Every page of a textbook and how it was used; 404 when there is no such book. */
export async function bookMap(
  { db, settings: { retention, timeZone } }: Services,
  textbookId: string,
  period: QueryOf<typeof textBookMap>,
): Promise<BookMap> {
  // Pages and their use are of one moment.
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
      ...{ id, number, title, name, published: publishedAt !== null },
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
    // Of a draft it would be no news.
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

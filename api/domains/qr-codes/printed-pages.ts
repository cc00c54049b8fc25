import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { pageCode } from './typed-code.ts';

/** A content with all that its printed code needs; drafts included. */
export interface PrintedPage {
  readonly id: string;
  readonly hashCode: string;
  readonly pageNumber: number;
  readonly name: string;
  readonly unitId: string;
  readonly unitNumber: number;
  readonly unitTitle: string;
  readonly unitName: string;
  readonly textBookName: string;
  readonly shortCode: string;
  /** The code to type instead of scanning. */
  readonly pageCode: string;
}

type Row = Record<string, unknown> & Omit<PrintedPage, 'pageCode'> & { readonly place: number };

export type UnitOrBook = { readonly textBookId: string } | { readonly lessonId: string };

/** The pages of a textbook, of a unit, or one page. */
type PagesOf = UnitOrBook | { readonly contentId: string };

/** Contents that are not deleted, in printed order, at most `limit`. */
export async function printedPages(db: Queryable, of: PagesOf, limit = 1): Promise<PrintedPage[]> {
  const { book, only } = scopeOf(of);
  // Drafts count too: a textbook is printed before it is published, and publishing must not change a printed code.
  const { rows } = await db.execute<Row>(sql`
    with pages as (
      select ${contents.id} as "id", ${contents.hashCode} as "hashCode", ${contents.pageNumber} as "pageNumber",
        ${contents.name} as "name", ${lessons.id} as "unitId", ${lessons.number} as "unitNumber",
        ${lessons.title} as "unitTitle", ${lessons.name} as "unitName",
        ${textbooks.name} as "textBookName", ${textbooks.shortCode} as "shortCode",
        (row_number() over (partition by ${contents.pageNumber} order by ${printedOrder}))::int as "place",
        row_number() over (order by ${printedOrder}) as "order"
      from ${contents}
      join ${lessons} on ${lessons.id} = ${contents.lessonId} and ${lessons.deletedAt} is null
      join ${textbooks} on ${textbooks.id} = ${lessons.textbookId} and ${textbooks.deletedAt} is null
      where ${contents.deletedAt} is null and ${textbooks.id} = ${book}
    )
    select * from pages where ${only} order by "order" limit ${limit}`);
  return rows.map(({ place, ...page }) => ({ ...page, pageCode: pageCode({ ...page, place }) }));
}

const printedOrder = sql`${lessons.position}, ${lessons.id}, ${contents.position}, ${contents.id}`;

function scopeOf(of: PagesOf): { readonly book: SQL; readonly only: SQL } {
  if ('textBookId' in of) return { book: sql`${of.textBookId}`, only: sql`true` };
  if ('lessonId' in of)
    return {
      book: sql`(select textbook_id from lessons where id = ${of.lessonId})`,
      only: sql`"unitId" = ${of.lessonId}`,
    };
  return {
    book: sql`(select l.textbook_id from contents c join lessons l on l.id = c.lesson_id where c.id = ${of.contentId})`,
    only: sql`"id" = ${of.contentId}`,
  };
}

/** The parts of the file name for a textbook or a unit. */
export interface BookOrUnit {
  readonly shortCode: string;
  readonly unitNumber?: number;
}

/** Finds a textbook or a unit; undefined when there is none or it is deleted. */
export async function findBookOrUnit(db: Queryable, of: UnitOrBook): Promise<BookOrUnit | undefined> {
  if ('textBookId' in of) {
    const [book] = await db
      .select({ shortCode: textbooks.shortCode })
      .from(textbooks)
      .where(and(eq(textbooks.id, of.textBookId), isNull(textbooks.deletedAt)));
    return book;
  }
  const [unit] = await db
    .select({ shortCode: textbooks.shortCode, unitNumber: lessons.number })
    .from(lessons)
    .innerJoin(textbooks, and(eq(textbooks.id, lessons.textbookId), isNull(textbooks.deletedAt)))
    .where(and(eq(lessons.id, of.lessonId), isNull(lessons.deletedAt)));
  return unit;
}

import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { permanentCode } from './printed-codes.ts';

/** A content with all that its printed code needs, its unit's and its book's; drafts included. */
export interface PrintedPage {
  readonly id: string;
  readonly hashCode: string;
  readonly pageNumber: number;
  readonly name: string;
  /** The code to type instead of scanning, which never changes. */
  readonly code: string;
  readonly unitId: string;
  readonly unitHashCode: string;
  readonly unitCode: string;
  readonly unitNumber: number;
  readonly unitTitle: string;
  readonly unitName: string;
  readonly textBookHashCode: string;
  readonly textBookCode: string;
  readonly textBookName: string;
  readonly shortCode: string;
}

type Row = Record<string, unknown> & PrintedPage;

export type UnitOrBook = { readonly textBookId: string } | { readonly lessonId: string };

/** The pages of a textbook, of a unit, or one page. */
type PagesOf = UnitOrBook | { readonly contentId: string };

/** Contents that are not deleted, in printed order, at most `limit`. */
export async function printedPages(db: Queryable, of: PagesOf, limit = 1): Promise<PrintedPage[]> {
  // Drafts too: a textbook is printed before it is published.
  const { rows } = await db.execute<Row>(sql`
    select ${contents.id} as "id", ${contents.hashCode} as "hashCode", ${contents.pageNumber} as "pageNumber",
      ${contents.name} as "name", ${permanentCode(contents.id)} as "code", ${lessons.id} as "unitId",
      ${lessons.hashCode} as "unitHashCode", ${permanentCode(lessons.id)} as "unitCode",
      ${lessons.number} as "unitNumber", ${lessons.title} as "unitTitle", ${lessons.name} as "unitName",
      ${textbooks.hashCode} as "textBookHashCode", ${permanentCode(textbooks.id)} as "textBookCode",
      ${textbooks.name} as "textBookName", ${textbooks.shortCode} as "shortCode"
    from ${contents}
    join ${lessons} on ${lessons.id} = ${contents.lessonId} and ${lessons.deletedAt} is null
    join ${textbooks} on ${textbooks.id} = ${lessons.textbookId} and ${textbooks.deletedAt} is null
    where ${contents.deletedAt} is null and ${conditionOf(of)}
    order by ${lessons.position}, ${lessons.id}, ${contents.position}, ${contents.id} limit ${limit}`);
  return rows;
}

function conditionOf(of: PagesOf): SQL {
  if ('textBookId' in of) return eq(textbooks.id, of.textBookId);
  return 'lessonId' in of ? eq(lessons.id, of.lessonId) : eq(contents.id, of.contentId);
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

import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { lessons, textbooks } from '#api/db/schema.ts';
import type { UnitOrBook } from './printed-pages.ts';

/** A textbook, or a unit of one, as its files are named after it. */
export interface PrintedThing {
  readonly shortCode: string;
  readonly unitNumber?: number;
}

/** Undefined for what does not exist, and for what is in the trash. */
export async function findPrinted(db: Queryable, of: UnitOrBook): Promise<PrintedThing | undefined> {
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

import { and, eq, sql } from 'drizzle-orm';
import { contentIsPublished } from '#api/contents/published.ts';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { findClassByTypedCode } from '#api/students/classes.ts';
import { findTextBookByShortCode } from '#api/students/short-codes.ts';
import { type PageCode, readPageCode } from './page-code.ts';

interface Opened {
  readonly textBookHashCode: string;
  readonly contentHashCode: string | null;
}

/** What a typed book code opens: the book, or a page of it where the code names one that is published. */
export async function findBookByTypedCode({ db }: Services, typed: string) {
  const book = await findInBooks(db, typed);
  return book && { ...book, classHashCode: null };
}

/** The class that a typed class code opens, with its book. */
export async function findClassAndBook(services: Services, typed: string) {
  const found = await findClassByTypedCode(services, typed);
  if (!found) return undefined;
  const { classHashCode, textBookHashCode } = found;
  return { classHashCode, textBookHashCode, contentHashCode: null };
}

async function findInBooks(db: Queryable, typed: string): Promise<Opened | undefined> {
  // A short code may look like another book's page; then the book is meant.
  const whole = await findTextBookByShortCode(db, typed);
  if (whole !== undefined) return { textBookHashCode: whole, contentHashCode: null };
  let book: Opened | undefined;
  for (const reading of readPageCode(typed)) {
    const textBookHashCode = await findTextBookByShortCode(db, reading.shortCode);
    if (textBookHashCode === undefined) continue;
    const contentHashCode = await findPage(db, textBookHashCode, reading);
    if (contentHashCode !== undefined) return { textBookHashCode, contentHashCode };
    book ??= { textBookHashCode, contentHashCode: null };
  }
  return book;
}

// The place on its page counts drafts, as the printed code does.
async function findPage(db: Queryable, bookHashCode: string, { pageNumber, place }: PageCode) {
  const [row] = await db
    .select({ hashCode: contents.hashCode, published: sql<boolean>`coalesce(${contentIsPublished}, false)` })
    .from(contents)
    .innerJoin(lessons, eq(lessons.id, contents.lessonId))
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(
      and(
        eq(textbooks.hashCode, bookHashCode),
        eq(contents.pageNumber, pageNumber),
        sql`${contents.deletedAt} is null and ${lessons.deletedAt} is null`,
      ),
    )
    .orderBy(lessons.position, lessons.id, contents.position, contents.id)
    .limit(1)
    .offset(place - 1);
  return row?.published ? row.hashCode : undefined;
}

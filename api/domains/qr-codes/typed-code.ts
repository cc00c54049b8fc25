import { and, eq, sql } from 'drizzle-orm';
import { findClassByTypedCode } from '#api/domains/students/classes.ts';
import { findTextBookByShortCode } from '#api/domains/students/textbooks.ts';
import { contentIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';

interface Opened {
  readonly textBookHashCode: string;
  readonly contentHashCode: string | null;
}

/** What a typed book code opens: the book, or a page of it where the code names one that is published. */
export async function findBookByTypedCode({ db }: Uses<'db'>, typed: string) {
  const book = await findInBooks(db, typed);
  return book && { ...book, classHashCode: null };
}

/** The class that a typed class code opens, with its book. */
export async function findClassAndBook(services: Uses<'db'>, typed: string) {
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

interface PageCode {
  readonly shortCode: string;
  readonly pageNumber: number;
  /** Which of the contents on that page, counted from 1. */
  readonly place: number;
}

/** What stands under a printed QR code, for who cannot scan: `HELLO1-P12`, the second content of a page `HELLO1-P12-2`. */
export const pageCode = ({ shortCode, pageNumber, place }: PageCode): string =>
  `${shortCode}-P${pageNumber}${place > 1 ? `-${place}` : ''}`;

// A Japanese keyboard types a long vowel where a child means a hyphen.
const separator = '[\\s\\p{Pd}ー_.]+';
const digits = '[0-9OIL]{1,9}';
const forms = [
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})${separator}(${digits})$`, 'iu'),
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})$`, 'iu'),
];

/** Every way to read what was typed as a book's short code with a page; width, case and look-alike signs do not matter. */
function readPageCode(typed: string): PageCode[] {
  const text = typed.normalize('NFKC').trim();
  return forms.flatMap((form) => {
    const [, shortCode, page, place = '1'] = form.exec(text) ?? [];
    if (shortCode === undefined || page === undefined) return [];
    return [{ shortCode, pageNumber: numberOf(page), place: numberOf(place) }];
  });
}

const numberOf = (text: string): number => Number(text.replace(/o/gi, '0').replace(/[il]/gi, '1'));

import { findClassByTypedCode } from '#api/domains/students/classes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { printedEntities } from '#api/ground/db/schema.ts';
import { bookNotFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { codeOfDeleted, findPrintedCode, findPrintedLink, opensElsewhere, type TypedCode } from './printed-codes.ts';

interface Opened {
  readonly textBookHashCode: string;
  readonly lessonHashCode: string | null;
  readonly contentHashCode: string | null;
  readonly classHashCode: string | null;
}

/**
 * The target of a typed code that was ever printed: a book, a unit or a page. A code of a draft page, or of a page
 * number that the book does not have, opens the book. Calls `countUse` with the printed code. Throws `codeOfDeleted`.
 */
export async function findBookByTypedCode(
  db: Queryable,
  typed: string,
  countUse: (id: string) => Promise<void>,
): Promise<Opened | undefined> {
  const readings = readPageCode(typed);
  // A short code may look like another book's page; then the book is meant.
  const books = readings.map(({ shortCode }) => ({ shortCode }));
  const found = await findPrintedCode(db, [{ shortCode: typed }, ...readings, ...books]);
  if (!found) return undefined;
  const { isDeleted, textBookHashCode, lessonHashCode, contentHashCode } = found;
  if (isDeleted || textBookHashCode !== null) await countUse(found.id);
  if (isDeleted) throw codeOfDeleted();
  return textBookHashCode === null
    ? undefined
    : { textBookHashCode, lessonHashCode, contentHashCode, classHashCode: null };
}

/**
 * The new target of a printed link; null when the link opens its own page or was replaced. Throws `codeOfDeleted`, and
 * a 404 for a draft.
 */
export async function findRedirect(db: Queryable, link: string): Promise<Opened | null> {
  const links = printedEntities.map((entity) => ({ entity, hashCode: link }));
  if (!(await opensElsewhere(db, ...links))) return null;
  const found = await findPrintedLink(db, ...links);
  if (!found?.isRetargeted || found.isReplaced) return null;
  if (found.isDeleted) throw codeOfDeleted();
  const { textBookHashCode, lessonHashCode, contentHashCode } = found;
  if (textBookHashCode === null) throw bookNotFound();
  return { textBookHashCode, lessonHashCode, contentHashCode, classHashCode: null };
}

/** The class that a typed class code opens, with its book. */
export async function findClassAndBook(services: Uses<'db'>, typed: string): Promise<Opened | undefined> {
  const found = await findClassByTypedCode(services, typed);
  if (!found) return undefined;
  const { classHashCode, textBookHashCode } = found;
  return { classHashCode, textBookHashCode, lessonHashCode: null, contentHashCode: null };
}

// A Japanese keyboard types a long vowel where a child means a hyphen.
const separator = '[\\s\\p{Pd}ー_.]+';
const digits = '[0-9OIL]{1,9}';
const forms = [
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})${separator}(${digits})$`, 'iu'),
  new RegExp(`^(.+?)${separator}P?${separator.replace('+', '*')}(${digits})$`, 'iu'),
];

/** Every reading of a typed text as a book's short code with a page. Width, case and look-alike signs do not matter. */
function readPageCode(typed: string): TypedCode[] {
  const text = typed.normalize('NFKC').trim();
  return forms.flatMap((form) => {
    const [, shortCode, page, place = '1'] = form.exec(text) ?? [];
    if (shortCode === undefined || page === undefined) return [];
    return [{ shortCode, page: { pageNumber: numberOf(page), place: numberOf(place) } }];
  });
}

const numberOf = (text: string): number => Number(text.replace(/o/gi, '0').replace(/[il]/gi, '1'));

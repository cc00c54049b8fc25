import { and, like, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { shortPieces } from './schema/columns.ts';
import { likePattern, searchText } from './search-text.ts';

// The shortest text that the trigram index can find.
const trigram = /[\p{L}\p{N}]{3}/u;

/**
 * The condition that a `search_text` column, or the `normalForm` of a text, holds every word, in any order; undefined
 * when there is none.
 */
export function holdsWords(column: PgColumn | SQL, text: string | undefined): SQL | undefined {
  return and(...wordsOf(text).map((word) => like(column, likePattern(word))));
}

/**
 * Lets an index (`shortSearchIndex`, `trashIndex`) serve words that are too short for trigrams. Does not change the
 * result of `holdsWords`; undefined when there is no such word.
 */
export function holdsPieces(column: PgColumn | SQL, text: string | undefined): SQL | undefined {
  const pieces = wordsOf(text)
    .filter((word) => !trigram.test(word))
    .flatMap(piecesOf);
  return pieces.length > 0 ? sql`${shortPieces(column)} @> ${sql.param(pieces)}::text[]` : undefined;
}

/** How a list is searched. */
export interface Searched {
  /** The condition of `holdsPieces`, if the words have any. */
  readonly pieces: SQL | undefined;
  /** The words, if the list is sorted by a text that is searched: all matches may then be at the end of the order. */
  readonly byWords: string | undefined;
}

/** How a list is searched by a text; undefined without one. */
export const searchedBy = (
  column: PgColumn | SQL,
  text: string | undefined,
  isSortedByText: boolean,
): Searched | undefined =>
  text ? { pieces: holdsPieces(column, text), byWords: isSortedByText ? text : undefined } : undefined;

const wordsOf = (text: string | undefined): string[] => searchText(text).split(' ').filter(Boolean);

function piecesOf(word: string): string[] {
  const letters = [...word];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

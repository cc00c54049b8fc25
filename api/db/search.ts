import { and, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { likePattern, searchText } from './search-text.ts';

/** The condition that a `search_text` column holds every word, in any order; undefined when there is none. */
export function holdsWords(column: PgColumn, text: string | undefined): SQL | undefined {
  const words = searchText(text).split(' ').filter(Boolean);
  return and(...words.map((word) => like(column, likePattern(word))));
}

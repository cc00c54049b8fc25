import { type Column, sql } from 'drizzle-orm';

/** A column of instants whose values are read as the contract writes them, without a Date in between. */
export const instantText = <C extends Column>(column: C) =>
  sql<C['_']['notNull'] extends true ? string : string | null>`${column}`.mapWith(isoOf);

/** PostgreSQL's text of an instant as ISO 8601, in UTC with three digits of milliseconds. */
export const isoOf = (text: string): string =>
  isPlain(text) ? `${text.slice(0, 10)}T${text.slice(11, 23)}Z` : new Date(text).toISOString();

// `2026-04-01 09:30:00.123+00`. PostgreSQL leaves out the zeros at the end of a fraction.
const isPlain = (text: string): boolean =>
  text.length === 26 && text[10] === ' ' && text[19] === '.' && text.endsWith('+00');

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A short code as children type it: width, case, spaces and every kind of dash make no difference, nor do letters and
 * digits that look alike (O 0, I L 1). The unique index of the textbooks is made of the same expression, so a typed code
 * means one book at most.
 */
export function foldedShortCode(code: SQLWrapper): SQL {
  return sql`translate(upper(regexp_replace(normalize(${code}, NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g')), 'OIL', '011')`;
}

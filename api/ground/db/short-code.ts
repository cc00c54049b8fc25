import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A short code in the form in which it is compared. Width, case, spaces and every kind of dash make no difference, nor
 * do letters and digits that look alike (O 0, I L 1). The unique index of the textbooks uses the same expression, so a
 * typed code means one book at most.
 */
export function foldedShortCode(code: SQLWrapper): SQL {
  return sql`translate(${inCapitals(code)}, 'OIL', '011')`;
}

/**
 * A class's code in the form that children may type. Generated codes contain at most one of each set of look-alike
 * signs, so they stay distinct; two chosen codes may be equal in this form.
 */
export function foldedClassCode(code: SQLWrapper): SQL {
  return sql`translate(${inCapitals(code)}, 'OQILUSZB', '0011V528')`;
}

const inCapitals = (code: SQLWrapper): SQL =>
  sql`upper(regexp_replace(normalize(${code}, NFKC), '[[:space:]‐‑‒–—―−ー-]', '', 'g'))`;

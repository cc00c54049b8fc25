import { and, eq, sql } from 'drizzle-orm';
import { textBookIsPublished } from '#api/contents/published.ts';
import type { Queryable } from '#api/db/client.ts';
import { textbooks } from '#api/db/schema.ts';

// From strict to tolerant: as printed; without width, case, spaces and hyphens; and where no child can tell signs apart.
const printed = (code: string): string => code.trim().toUpperCase();
const plain = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '');
const lookAlike = (code: string): string => plain(code).replaceAll('O', '0').replace(/[IL]/g, '1');
const readings = [printed, plain, lookAlike];

/** The hash code of the published textbook that a typed short code means; undefined when it means none, or several. */
export async function findTextBookByShortCode(db: Queryable, typed: string): Promise<string | undefined> {
  const stored = sql`translate(
    upper(regexp_replace(normalize(${textbooks.shortCode}, NFKC), '[[:space:]‐‑‒–—―-]', '', 'g')), 'OIL', '011')`;
  const rows = await db
    .select({ hashCode: textbooks.hashCode, shortCode: textbooks.shortCode })
    .from(textbooks)
    .where(and(textBookIsPublished, eq(stored, lookAlike(typed))));
  for (const read of readings) {
    const meant = rows.filter((row) => read(row.shortCode) === read(typed));
    if (meant.length > 0) return meant.length === 1 ? meant[0]?.hashCode : undefined;
  }
  return undefined;
}

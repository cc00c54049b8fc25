import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type { Queryable } from './client.ts';
import { plannedEachTime } from './prepared-statements.ts';

/** The number of rows in a list, which is counted up to a bound: not exact when there are more rows. */
export type Total = Pick<ConnectionPage<unknown>, 'totalCount' | 'totalIsExact'>;

/** The total of so many rows that were found; one more than `most` when there are more. */
export const boundedTotal = (found: number, most: number): Total => ({
  totalCount: Math.min(found, most),
  totalIsExact: found <= most,
});

/** The rows of a condition without their columns, up to one more than `most`. */
export const rowsUpTo = (from: SQLWrapper, condition: SQL | undefined, most: number): SQL =>
  sql`select from ${from} where ${condition ?? sql`true`} limit ${asWritten(most + 1)}`;

/**
 * Writes the limit into the statement's text, so that PostgreSQL plans for it. With a parameter, one plan would serve all
 * limits.
 */
export const asWritten = (count: number): SQL => sql.raw(String(Math.trunc(count)));

interface Counted {
  readonly from: SQLWrapper;
  readonly condition: SQL | undefined;
  readonly most: number;
  /** False for a condition without values, whose plan may be kept. */
  readonly hasValues?: boolean;
}

/** How many rows match, counted up to `most`. */
export async function countUpTo(db: Queryable, { from, condition, most, hasValues = true }: Counted): Promise<Total> {
  const { rows } = await db.execute<{ found: number }>(
    sql`${sql.raw(hasValues ? plannedEachTime : '')} select count(*)::int as found from (${rowsUpTo(from, condition, most)}) as counted`,
  );
  return boundedTotal(rows[0]?.found ?? 0, most);
}

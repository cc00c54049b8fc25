import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SortDirection } from '#schema/rest/paging.ts';

/** The SQL expressions of a sort field; the table's index has the same ones. */
export interface SortKey {
  readonly by: readonly SQLWrapper[];
  /** Rows without a value come last in both directions. */
  readonly nullsLast?: true;
}

interface Criterion<Field> {
  readonly field: Field;
  readonly direction: SortDirection;
}

/** One expression of an order with its direction, as PostgreSQL spells it: `desc nulls last`. */
export interface OrderKey {
  readonly by: SQLWrapper;
  readonly direction: SQL;
}

/**
 * The sort keys of a list's SortCriteria. `ties` breaks ties, so that equal rows keep their order from page to page; it
 * has the first key's direction, so that one index serves both directions.
 */
export function orderKeys<Field extends string>(
  criteria: readonly Criterion<Field>[],
  keys: Readonly<Record<Field, SortKey>>,
  ties: readonly SQLWrapper[],
): OrderKey[] {
  const sorted = criteria.flatMap(({ field, direction }) => {
    const { by, nullsLast = false } = keys[field];
    return by.map((expression) => ({ by: expression, direction: spelt(direction, nullsLast) }));
  });
  return [...sorted, ...ties.map((tie) => ({ by: tie, direction: spelt(criteria[0]?.direction, false) }))];
}

/** The same as `order by` takes it. */
export function orderOf<Field extends string>(
  criteria: readonly Criterion<Field>[],
  keys: Readonly<Record<Field, SortKey>>,
  ties: readonly SQLWrapper[],
): SQL[] {
  return orderKeys(criteria, keys, ties).map(({ by, direction }) => sql`${by} ${direction}`);
}

function spelt(direction: SortDirection | undefined, nullsLast: boolean): SQL {
  if (direction !== 'desc') return sql`asc`;
  return nullsLast ? sql`desc nulls last` : sql`desc`;
}

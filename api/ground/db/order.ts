import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SortDirection } from '#schema/rest/paging.ts';

/** The SQL expressions of a sort field; the table's index has the same ones. */
export interface SortKey {
  readonly by: readonly SQLWrapper[];
  /** Rows without a value come last in both directions. */
  readonly nullsLast?: true;
  /** Some rows have no value: they come last in ascending order and first in descending order. */
  readonly nullable?: true;
}

interface Criterion<Field> {
  readonly field: Field;
  readonly direction: SortDirection;
}

/** One expression of an order with its direction, as PostgreSQL spells it: `desc nulls last`. */
export interface OrderKey {
  readonly by: SQLWrapper;
  readonly direction: SQL;
  readonly isDescending: boolean;
  /** The place of the rows without a value; `none` when every row has a value. */
  readonly nulls: 'none' | 'first' | 'last';
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
  const sorted = criteria.flatMap(({ field, direction }) =>
    keys[field].by.map((by) => orderKey(by, direction, keys[field])),
  );
  return [...sorted, ...ties.map((tie) => orderKey(tie, criteria[0]?.direction ?? 'asc', {}))];
}

function orderKey(by: SQLWrapper, way: SortDirection, { nullsLast, nullable }: Omit<SortKey, 'by'>): OrderKey {
  const isDescending = way === 'desc';
  const natural = isDescending ? 'first' : 'last';
  const nulls = nullsLast ? 'last' : nullable ? natural : 'none';
  const direction = isDescending ? (nullsLast ? sql`desc nulls last` : sql`desc`) : sql`asc`;
  return { by, direction, isDescending, nulls };
}

/** The same as `order by` takes it. */
export function orderOf<Field extends string>(
  criteria: readonly Criterion<Field>[],
  keys: Readonly<Record<Field, SortKey>>,
  ties: readonly SQLWrapper[],
): SQL[] {
  return orderKeys(criteria, keys, ties).map(({ by, direction }) => sql`${by} ${direction}`);
}

import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SortDirection } from '#schema/rest/paging.ts';

/** What a sort field stands for: the expressions that the table's index is made of. */
export interface SortKey {
  readonly by: readonly SQLWrapper[];
  /** Rows without a value stand last either way. */
  readonly nullsLast?: true;
}

interface Criterion<Field> {
  readonly field: Field;
  readonly direction: SortDirection;
}

/**
 * `order by` for a list's SortCriteria. Equal rows keep their order from page to page by `ties`; in the first key's
 * direction, so that one index serves both.
 */
export function orderOf<Field extends string>(
  criteria: readonly Criterion<Field>[],
  keys: Readonly<Record<Field, SortKey>>,
  ties: readonly SQLWrapper[],
): SQL[] {
  const sorted = criteria.flatMap(({ field, direction }) => {
    const { by, nullsLast } = keys[field];
    const directed = by.map((expression) => directedBy(direction, expression));
    return nullsLast && direction === 'desc' ? directed.map((key) => sql`${key} nulls last`) : directed;
  });
  return [...sorted, ...ties.map((tie) => directedBy(criteria[0]?.direction, tie))];
}

const directedBy = (direction: SortDirection | undefined, expression: SQLWrapper): SQL =>
  direction === 'desc' ? desc(expression) : asc(expression);

import type { Placeholder, SQL } from 'drizzle-orm';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { Queryable } from './client.ts';
import { type PreparedQuery, preparedQuery, type Select } from './prepared-query.ts';

/** The part of a list that is asked for, and its sort criteria. */
interface Page {
  readonly PageNumber: number;
  readonly PageSize: number;
  readonly criteria: unknown;
  /** The same as SQL. */
  readonly order: readonly SQL[];
}

type Part = 'limit' | 'offset';

/**
 * The pages of a list whose filter is always the same: one prepared query for each sort order that was asked for lately.
 * `build` sorts by the `order` and takes the part from `limit` and `offset`.
 */
export function preparedPages<const Name extends string, Row extends object>(
  names: readonly Name[],
  build: (db: Queryable, values: Readonly<Record<Name | Part, Placeholder>>, order: readonly SQL[]) => Select<Row>,
) {
  const byOrder = new BoundedCache<PreparedQuery<Name | Part, Row>>(50);
  return (
    db: Queryable,
    { PageNumber, PageSize, criteria, order }: Page,
    values: Readonly<Record<Name, unknown>>,
  ): Promise<Row[]> => {
    const query = byOrder.getOrCreate(JSON.stringify(criteria), () =>
      preparedQuery<Name | Part, Row>([...names, 'limit', 'offset'], (queried, placeholders) =>
        build(queried, placeholders, order),
      ),
    );
    // The names of a list's values are given twice, so that the types hold without a cast.
    return query(db, { ...values, limit: PageSize, offset: (PageNumber - 1) * PageSize });
  };
}

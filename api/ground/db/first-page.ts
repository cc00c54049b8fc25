import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import { boundedTotal, countUpTo, type Total } from './bounded-total.ts';
import type { Queryable } from './client.ts';
import { counted } from './list-plan.ts';
import { byKeys, type ListQuery, pageIds } from './list-statements.ts';
import { type PreparedQuery, preparedQuery, type Select } from './prepared-query.ts';

type Asked = Pick<ListQuery, 'id' | 'condition' | 'order' | 'PageSize'> & {
  /** The order, and what else makes another statement: the name by which it is kept. */
  readonly orderedAs: string;
};

interface FirstPage<Row> extends Total {
  readonly rows: readonly Row[];
}

/**
 * The first page of a list whose condition has no values, in one statement; a second one counts where the page is full.
 * `build` selects the rows of the page in an order, by their `ids` or by `isOnPage`. One statement is kept for each order
 * and size of the page that was asked for lately.
 */
export function firstPages<Row extends object>(
  build: (db: Queryable, page: { readonly isOnPage: SQL; readonly ids: SQL; readonly order: SQL }) => Select<Row>,
): (db: Queryable, list: Asked) => Promise<FirstPage<Row>> {
  const queries = new BoundedCache<PreparedQuery<never, Row>>(50);
  return async (db, list) => {
    const query = queries.getOrCreate(`${list.PageSize} ${list.orderedAs}`, () =>
      preparedQuery<never, Row>([], (queried) => {
        assertWithoutValues(list.condition);
        const ids = pageIds({ ...list, PageNumber: 1 }, list.id.table, list.condition);
        return build(queried, { ids, isOnPage: sql`${list.id} = any(${ids})`, order: byKeys(list) });
      }),
    );
    const rows = await query(db, {});
    const total =
      rows.length < list.PageSize
        ? boundedTotal(rows.length, counted.all)
        : await countUpTo(db, { from: list.id.table, condition: list.condition, most: counted.all, hasValues: false });
    return { rows, ...total };
  };
}

const dialect = new PgDialect();

function assertWithoutValues(condition: SQL | undefined): void {
  if (condition && dialect.sqlToQuery(condition).params.length > 0)
    throw new Error('the statement of a first page is kept, so its condition has no values');
}

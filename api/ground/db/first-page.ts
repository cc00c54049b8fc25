import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Recent } from '#api/ground/recent.ts';
import type { ConnectionPage } from '#schema/rest/paging.ts';
import type { Queryable } from './client.ts';
import { allRows, byKeys, counted, type ListQuery, pageIds, totalled } from './list-page.ts';
import { type PreparedQuery, preparedQuery, type Select } from './prepared-query.ts';

type Asked = Pick<ListQuery, 'id' | 'condition' | 'order' | 'PageSize'> & {
  /** The order, and what else makes another statement: the name by which it is kept. */
  readonly orderedAs: string;
};

type FirstPage<Row> = Pick<ConnectionPage<Row>, 'totalCount' | 'totalIsExact'> & { readonly rows: readonly Row[] };

/**
 * The first page of a list whose condition has no values, in one statement; a second one counts where the page is full.
 * `build` selects the rows that meet a condition, in an order. One statement is kept for each order and size of the page
 * that was asked for lately.
 */
export function firstPages<Row extends object>(
  build: (db: Queryable, isOnPage: SQL, order: SQL) => Select<Row>,
): (db: Queryable, list: Asked) => Promise<FirstPage<Row>> {
  const queries = new Recent<PreparedQuery<never, Row>>(50);
  return async (db, list) => {
    const query = queries.take(`${list.PageSize} ${list.orderedAs}`, () =>
      preparedQuery<never, Row>([], (queried) => {
        assertWithoutValues(list.condition);
        const ids = pageIds({ ...list, PageNumber: 1 }, list.id.table, list.condition);
        return build(queried, sql`${list.id} = any(${ids})`, byKeys(list));
      }),
    );
    const rows = await query(db, {});
    const total = rows.length < list.PageSize ? rows.length : await count(db, list);
    const { totalCount, totalIsExact } = totalled({ ids: [], total }, counted.all);
    return { rows, totalCount, totalIsExact };
  };
}

async function count(db: Queryable, { id, condition }: Asked): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${allRows(id.table, condition, counted.all)}) as counted`,
  );
  return rows[0]?.total ?? 0;
}

const dialect = new PgDialect();

function assertWithoutValues(condition: SQL | undefined): void {
  if (condition && dialect.sqlToQuery(condition).params.length > 0)
    throw new Error('the statement of a first page is kept, so its condition has no values');
}

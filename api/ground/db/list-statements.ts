import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { asWritten, rowsUpTo } from './bounded-total.ts';
import type { OrderKey } from './order.ts';
import type { Searched } from './search.ts';
import { searchText } from './search-text.ts';

export interface ListQuery {
  readonly id: PgColumn;
  readonly condition: SQL | undefined;
  /**
   * The condition of the caller's scope, if an index finds the rows of that scope. With `expected: 'few'` this
   * index is read first. The planner would read the index of the search words first, which may match rows of all scopes.
   */
  readonly scopeCondition?: SQL | undefined;
  /** The condition of the partial indexes that the orders use, or a range of their first column; by default `deleted_at is null`. */
  readonly indexCondition?: SQL;
  /**
   * Whether the condition may match only few rows of the table: true for a search, for a caller who sees a part of the rows,
   * and for a filter unless one index has both the filter and the order.
   */
  readonly narrowed: boolean;
  /**
   * The expected size of a narrowed list. `few`: an index finds all matching rows at once, such as those of one school,
   * and they are sorted afterwards. `many`: the first rows in order fill the only page, and no total is needed.
   */
  readonly expected?: 'few' | 'many' | undefined;
  /** Set when the list is searched. */
  readonly searched: Searched | undefined;
  readonly order: readonly OrderKey[];
  /** The most rows that the total counts; by default one of `counted`. */
  readonly most?: number;
  readonly PageNumber: number;
  readonly PageSize: number;
}

// Sorts after every other character.
const lastCharacter = '\u{10ffff}';

/** The page as the planner finds it, with the total up to one more than `most`. */
export function firstOfAll(list: ListQuery, most: number): SQL {
  const { id } = list;
  const condition = conditionOf(list);
  const rows = rowsUpTo(id.table, condition, most);
  return sql`select (select count(*)::int from (${rows}) as counted) as total, ${pageIds(list, id.table, condition)} as ids`;
}

export const indexConditionOf = ({ indexCondition, id: { table } }: ListQuery): SQL =>
  indexCondition ?? sql`${table}.deleted_at is null`;

/** The condition of the rows whose sorted text begins with the words, which is a range of the order's index. */
export function beginsWith(list: ListQuery, words: string): SQL {
  const [first] = list.order;
  const text = searchText(words);
  return sql`${indexConditionOf(list)} and ${first?.by} >= ${text} and ${first?.by} < ${`${text}${lastCharacter}`}`;
}

const conditionOf = ({ scopeCondition, condition }: ListQuery): SQL | undefined => and(scopeCondition, condition);

const matching = (list: ListQuery): SQL => and(conditionOf(list), list.searched?.pieces) ?? sql`true`;

/** Collects the ids of up to `most` matches, then reads and sorts their rows; `ids` is empty when there are more. */
export function collectFewAndSort(list: ListQuery, most: number): SQL {
  const { id } = list;
  const found = sql`select ${id} as id from ${id.table} where ${matching(list)} limit ${most + 1}`;
  const count = sql`(select count(*)::int from found)`;
  return sql`with found as materialized (${found})
    select ${count} as total, case when ${count} <= ${most}
      then ${pageIds(list, id.table, sql`${id} = any(array(select id from found))`)} else '{}' end as ids`;
}

/** Reads the first `rows` in order and keeps the matching ones, up to one more than `most`. */
export function scanInOrder(list: ListQuery, rows: number, most: number): SQL {
  const { id } = list;
  const first = sql`select *, ${projected(list)} from ${id.table} where ${indexConditionOf(list)}
    order by ${byKeys(list)} limit ${rows}`;
  const matches = sql`select ${id} as id, ${projectedNames(list)} from (${first}) as ${id.table}
    where ${conditionOf(list) ?? sql`true`} order by ${byProjected(list)} limit ${most + 1}`;
  return sql`with found as materialized (${matches})
    select (select count(*)::int from found) as total, ${pageOfFound(list)} as ids`;
}

/** Collects up to one more than `limit` matches with their sort keys, and sorts these. */
export function collectAndSort(list: ListQuery, limit: number): SQL {
  const { id, scopeCondition, condition, expected } = list;
  // An offset keeps the planner from taking the two conditions together.
  const own = sql`(select * from ${id.table} where ${scopeCondition} offset 0) as ${id.table}`;
  const [rows, where] =
    scopeCondition && expected === 'few' ? [own, condition ?? sql`true`] : [sql`${id.table}`, matching(list)];
  const found = sql`select ${id} as id, ${projected(list)} from ${rows} where ${where} limit ${limit + 1}`;
  return sql`with found as materialized (${found})
    select (select count(*)::int from found) as total, ${pageOfFound(list)} as ids`;
}

/** Collects and sorts all matches, without a total. */
export function collectAllAndSort(list: ListQuery): SQL {
  const { id } = list;
  const found = sql`select ${id} as id, ${projected(list)} from ${id.table} where ${matching(list)}`;
  return sql`with found as materialized (${found}) select 0 as total, ${pageOfFound(list)} as ids`;
}

const comma = sql`, `;
export const byKeys = ({ order }: Pick<ListQuery, 'order'>): SQL =>
  sql.join(
    order.map(({ by, direction }) => sql`${by} ${direction}`),
    comma,
  );
// The sort keys are selected by name. PostgreSQL knows that rows are sorted by a column, but not by a repeated
// expression.
const nameOf = (index: number): SQL => sql.raw(`order_${index}`);
const projected = ({ order }: ListQuery) =>
  sql.join(
    order.map(({ by }, index) => sql`${by} as ${nameOf(index)}`),
    comma,
  );
const projectedNames = ({ order }: ListQuery) =>
  sql.join(
    order.map((_, index) => nameOf(index)),
    comma,
  );
const byProjected = ({ order }: ListQuery) =>
  sql.join(
    order.map(({ direction }, index) => sql`${nameOf(index)} ${direction}`),
    comma,
  );

const part = ({ PageNumber, PageSize }: Pick<ListQuery, 'PageNumber' | 'PageSize'>) =>
  PageNumber === 1
    ? sql`limit ${asWritten(PageSize)}`
    : sql`limit ${asWritten(PageSize)} offset ${(PageNumber - 1) * PageSize}`;

type PageOf = Pick<ListQuery, 'id' | 'order' | 'PageNumber' | 'PageSize'>;

/** The ids of a page, as an array. */
export const pageIds = (list: PageOf, from: SQLWrapper, condition?: SQL): SQL => sql`array(
  select ${list.id} from ${from} where ${condition ?? sql`true`} order by ${byKeys(list)} ${part(list)})`;

const pageOfFound = (list: ListQuery) => sql`array(select id from found order by ${byProjected(list)} ${part(list)})`;

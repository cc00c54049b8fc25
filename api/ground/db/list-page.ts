import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { asWritten, boundedTotal, rowsUpTo, type Total } from './bounded-total.ts';
import type { Queryable } from './client.ts';
import type { OrderKey } from './order.ts';
import { plannedEachTime } from './prepared-statements.ts';
import type { Searched } from './search.ts';
import { searchText } from './search-text.ts';

/**
 * The most rows that a list counts: 10,000, or 1,000 in a search. A full count would make every list as slow as its
 * table is long, and nobody needs the exact number.
 */
export const counted = { all: 10_000, searched: 1_000 };

export interface ListQuery {
  readonly id: PgColumn;
  readonly condition: SQL | undefined;
  /**
   * The condition of the caller's scope, if an index of its own finds the rows of that scope. With `expected: 'few'` this
   * index is read first. The planner would read the index of the search words first, which may match rows of all scopes.
   */
  readonly among?: SQL | undefined;
  /** The condition of the partial indexes that the orders use, or a range of their first column; by default `deleted_at is null`. */
  readonly there?: SQL;
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

export interface ListPage extends Total {
  /** The ids of the rows on the page, in their order. */
  readonly ids: readonly string[];
}

// The number of rows that are read in the order of the list before another plan is tried.
const readInOrder = 5_000;
const readFurther = 20_000;
// If one of 25 rows matches, reading on in order is quicker than an index scan that must collect all matches first.
const probe = { rows: 500, matches: 20 };
const readOn = 50_000;
// The most matches that are collected by their index. More take longer than reading further in order; if the list is sorted
// by the searched words, more take longer than a person waits.
const gathered = { else: 3_000, byWords: 1_000 };
// The rows that are read among those whose sorted text begins with the searched words. Nearly all of these match, unless
// another filter excludes many.
const readAtWords = 1_500;
// Sorts after every other character.
const lastCharacter = '\u{10ffff}';

/**
 * Finds the ids of a page, and the total. The planner alone would guess how many rows match, and reads the whole table if it
 * guesses wrong; so several plans are tried, each with a limit. First, rows are read in the order of the list: this is
 * quick if most rows match. Then up to 3,000 matches are collected by their index and sorted: this is quick if few match. With more
 * matches, rows are read further in order; if that does not fill the page, all matches are sorted. A list that is sorted
 * by the searched words sorts 1,000 matches only: those whose sorted text begins with the words, or the first 1,000 of the
 * index if fewer begin with them.
 */
export async function listPage(db: Queryable, list: ListQuery): Promise<ListPage> {
  const most = list.most ?? (list.searched ? counted.searched : counted.all);
  if (!list.narrowed) return totalled(await read(db, firstOfAll(list, most)), most);
  if (list.searched) return searchedPage(db, list, list.searched.byWords, most);
  if (list.expected === 'many') {
    const met = await only(db, metInOrder(list, readInOrder, most));
    if (isFull(list, met) || !(await holdsMoreThan(db, list, readInOrder))) return totalled(met, most);
  }
  const few = await only(db, list.expected === 'few' ? gatheredSorted(list, most) : fewSorted(list, most));
  if (few.total <= most) return totalled(few, most);
  const met = await only(db, metInOrder(list, readInOrder, most));
  const { ids } = met.ids.length === list.PageSize ? met : await only(db, allSorted(list));
  return totalled({ ids, total: few.total }, most);
}

async function searchedPage(
  db: Queryable,
  list: ListQuery,
  byWords: string | undefined,
  most: number,
): Promise<ListPage> {
  const limit = gathered[byWords === undefined ? 'else' : 'byWords'];
  if (list.expected === 'few') {
    const found = await only(db, gatheredSorted(list, limit));
    if (found.total <= limit) return totalled(found, most);
  }
  const tried = await only(db, metInOrder(list, probe.rows, probe.matches));
  if (tried.total >= probe.matches) {
    const met = await only(db, metInOrder(list, readOn, most));
    if (met.total > most && isFull(list, met)) return totalled(met, most);
  }
  // Met as often as among the rows tried, they fill the page before an index would have gathered them.
  const hoped = (1.5 * list.PageNumber * list.PageSize * probe.rows) / tried.total;
  if (hoped <= readFurther) {
    const rows = Math.max(readInOrder, Math.ceil(hoped));
    const met = await only(db, metInOrder(list, rows, most));
    if (isFull(list, met)) {
      const { totalCount, totalIsExact } = totalled(met, most);
      return { ids: met.ids, totalCount, totalIsExact: totalIsExact && !(await holdsMoreThan(db, list, rows)) };
    }
  }
  if (byWords !== undefined) {
    const met = await only(db, metInOrder({ ...list, there: beginsWith(list, byWords) }, readAtWords, limit));
    if (met.total > limit) return totalled(met, most);
  }
  const found = await only(db, gatheredSorted(list, limit));
  if (found.total <= limit || byWords !== undefined) return totalled(found, most);
  const met = await only(db, metInOrder(list, readFurther, list.PageNumber * list.PageSize));
  const { ids } = isFull(list, met) ? met : await only(db, allSorted(list));
  return totalled({ ids, total: found.total }, most);
}

async function holdsMoreThan(db: Queryable, list: ListQuery, count: number): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from ${list.id.table} where ${thereIn(list)} limit 1 offset ${count}`,
  );
  return rowCount === 1;
}

const isFull = ({ PageSize }: ListQuery, { ids }: Found) => ids.length === PageSize;

const totalled = ({ ids, total }: Found, most: number): ListPage => ({ ids, ...boundedTotal(total, most) });

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

function firstOfAll(list: ListQuery, most: number): SQL {
  const { id } = list;
  const condition = wholeOf(list);
  const rows = rowsUpTo(id.table, condition, most);
  return sql`select (select count(*)::int from (${rows}) as counted) as total, ${pageIds(list, id.table, condition)} as ids`;
}

const thereIn = ({ there, id: { table } }: ListQuery): SQL => there ?? sql`${table}.deleted_at is null`;

/** The condition of the rows whose sorted text begins with the words, which is a range of the order's index. */
function beginsWith(list: ListQuery, words: string): SQL {
  const [first] = list.order;
  const text = searchText(words);
  return sql`${thereIn(list)} and ${first?.by} >= ${text} and ${first?.by} < ${`${text}${lastCharacter}`}`;
}

const wholeOf = ({ among, condition }: ListQuery): SQL | undefined => and(among, condition);

const matching = (list: ListQuery): SQL => and(wholeOf(list), list.searched?.pieces) ?? sql`true`;

function fewSorted(list: ListQuery, most: number): SQL {
  const { id } = list;
  const found = sql`select ${id} as id from ${id.table} where ${matching(list)} limit ${most + 1}`;
  const count = sql`(select count(*)::int from found)`;
  return sql`with found as materialized (${found})
    select ${count} as total, case when ${count} <= ${most}
      then ${pageIds(list, id.table, sql`${id} = any(array(select id from found))`)} else '{}' end as ids`;
}

// Reads the first rows in order and keeps the matching ones, up to one more than `most`.
function metInOrder(list: ListQuery, rows: number, most: number): SQL {
  const { id } = list;
  const first = sql`select *, ${projected(list)} from ${id.table} where ${thereIn(list)}
    order by ${byKeys(list)} limit ${rows}`;
  const met = sql`select ${id} as id, ${projectedNames(list)} from (${first}) as ${id.table}
    where ${wholeOf(list) ?? sql`true`} order by ${byProjected(list)} limit ${most + 1}`;
  return sql`with found as materialized (${met})
    select (select count(*)::int from found) as total, ${pageOfFound(list)} as ids`;
}

function gatheredSorted(list: ListQuery, limit: number): SQL {
  const { id, among, condition, expected } = list;
  // An offset keeps the planner from taking the two conditions together.
  const own = sql`(select * from ${id.table} where ${among} offset 0) as ${id.table}`;
  const [rows, where] =
    among && expected === 'few' ? [own, condition ?? sql`true`] : [sql`${id.table}`, matching(list)];
  const found = sql`select ${id} as id, ${projected(list)} from ${rows} where ${where} limit ${limit + 1}`;
  return sql`with found as materialized (${found})
    select (select count(*)::int from found) as total, ${pageOfFound(list)} as ids`;
}

function allSorted(list: ListQuery): SQL {
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

// How many rows a filter or the words of a search hold decides on the plan.
const only = (db: Queryable, query: SQL): Promise<Found> => read(db, sql`${sql.raw(plannedEachTime)} ${query}`);

async function read(db: Queryable, query: SQL): Promise<Found> {
  const { rows } = await db.execute<{ ids: string[]; total: number }>(query);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Rows in the order of their ids, as `listPage` gave them. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

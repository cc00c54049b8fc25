import { type SQL, sql } from 'drizzle-orm';
import { boundedTotal, type Total } from './bounded-total.ts';
import type { Queryable } from './client.ts';
import {
  beginsWith,
  collectAllAndSort,
  collectAndSort,
  collectFewAndSort,
  firstOfAll,
  indexConditionOf,
  type ListQuery,
  scanInOrder,
} from './list-statements.ts';
import { plannedEachTime } from './prepared-statements.ts';

/**
 * The most rows that a list counts: 10,000, or 1,000 in a search. A full count would make every list as slow as its
 * table is long, and nobody needs the exact number.
 */
export const counted = { all: 10_000, searched: 1_000 };

export interface ListPage extends Total {
  /** The ids of the rows on the page, in their order. */
  readonly ids: readonly string[];
}

// The number of rows that are read in the order of the list before another plan is tried.
const firstScanRows = 5_000;
const furtherScanRows = 20_000;
// If one of 25 rows matches, reading on in order is quicker than an index scan that must collect all matches first.
const probe = { rows: 500, matches: 20 };
const longScanRows = 50_000;
// The most matches that are collected by their index. More take longer than reading further in order; if the list is sorted
// by the searched words, more take longer than a person waits.
const mostCollected = { else: 3_000, byWords: 1_000 };
// The rows that are read among those whose sorted text begins with the searched words. Nearly all of these match, unless
// another filter excludes many.
const wordsScanRows = 1_500;

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
    const scanned = await replannedEachCall(db, scanInOrder(list, firstScanRows, most));
    if (isFull(list, scanned) || !(await holdsMoreThan(db, list, firstScanRows))) return totalled(scanned, most);
  }
  const few = await replannedEachCall(
    db,
    list.expected === 'few' ? collectAndSort(list, most) : collectFewAndSort(list, most),
  );
  if (few.total <= most) return totalled(few, most);
  const scanned = await replannedEachCall(db, scanInOrder(list, firstScanRows, most));
  const { ids } = scanned.ids.length === list.PageSize ? scanned : await replannedEachCall(db, collectAllAndSort(list));
  return totalled({ ids, total: few.total }, most);
}

async function searchedPage(
  db: Queryable,
  list: ListQuery,
  byWords: string | undefined,
  most: number,
): Promise<ListPage> {
  const limit = mostCollected[byWords === undefined ? 'else' : 'byWords'];
  if (list.expected === 'few') {
    const found = await replannedEachCall(db, collectAndSort(list, limit));
    if (found.total <= limit) return totalled(found, most);
  }
  const probed = await replannedEachCall(db, scanInOrder(list, probe.rows, probe.matches));
  if (probed.total >= probe.matches) {
    const scanned = await replannedEachCall(db, scanInOrder(list, longScanRows, most));
    if (scanned.total > most && isFull(list, scanned)) return totalled(scanned, most);
  }
  // If matches are as frequent as among the probed rows, reading in order fills the page sooner than collecting all
  // matches through an index.
  const rowsForPage = (1.5 * list.PageNumber * list.PageSize * probe.rows) / probed.total;
  if (rowsForPage <= furtherScanRows) {
    const rows = Math.max(firstScanRows, Math.ceil(rowsForPage));
    const scanned = await replannedEachCall(db, scanInOrder(list, rows, most));
    if (isFull(list, scanned)) {
      const { totalCount, totalIsExact } = totalled(scanned, most);
      return { ids: scanned.ids, totalCount, totalIsExact: totalIsExact && !(await holdsMoreThan(db, list, rows)) };
    }
  }
  if (byWords !== undefined) {
    const scanned = await replannedEachCall(
      db,
      scanInOrder({ ...list, indexCondition: beginsWith(list, byWords) }, wordsScanRows, limit),
    );
    if (scanned.total > limit) return totalled(scanned, most);
  }
  const found = await replannedEachCall(db, collectAndSort(list, limit));
  if (found.total <= limit || byWords !== undefined) return totalled(found, most);
  const scanned = await replannedEachCall(db, scanInOrder(list, furtherScanRows, list.PageNumber * list.PageSize));
  const { ids } = isFull(list, scanned) ? scanned : await replannedEachCall(db, collectAllAndSort(list));
  return totalled({ ids, total: found.total }, most);
}

async function holdsMoreThan(db: Queryable, list: ListQuery, count: number): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from ${list.id.table} where ${indexConditionOf(list)} limit 1 offset ${count}`,
  );
  return rowCount === 1;
}

const isFull = ({ PageSize }: ListQuery, { ids }: Found) => ids.length === PageSize;

const totalled = ({ ids, total }: Found, most: number): ListPage => ({ ids, ...boundedTotal(total, most) });

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

// Planned anew for each call: the best plan depends on how many rows match the values.
const replannedEachCall = (db: Queryable, query: SQL): Promise<Found> =>
  read(db, sql`${sql.raw(plannedEachTime)} ${query}`);

async function read(db: Queryable, query: SQL): Promise<Found> {
  const { rows } = await db.execute<{ ids: string[]; total: number }>(query);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Rows in the order of their ids, as `listPage` gave them. */
export function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

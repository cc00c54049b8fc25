import { useState, type ReactNode } from 'react';
import type { ListState } from './list-state.ts';
import { useShownPage } from './shown-page.ts';

/** The largest number of rows that one API call changes. */
export const mostAtOnce = 500;

const pageSize = 100;

interface ListPart<Row> {
  readonly items: readonly Row[];
  readonly totalCount: number;
}

/** Requests one page with the screen's filter and sort. */
type ReadPage<Row> = (page: { readonly number: number; readonly size: number }) => Promise<ListPart<Row>>;

/** The rows that match a list's filter, in the list's order; without `most`, all of them. */
export async function collectRows<Row extends { readonly id: string }>(
  read: ReadPage<Row>,
  most = Infinity,
): Promise<readonly Row[]> {
  // A row that moved to a later page meanwhile is read twice.
  const rows = new Map<string, Row>();
  let seen = 0;
  for (let number = 1; seen < most; number += 1) {
    const { items, totalCount } = await read({ number, size: pageSize });
    for (const row of items) rows.set(row.id, row);
    seen += items.length;
    if (items.length < pageSize || seen >= totalCount) break;
  }
  return [...rows.values()].slice(0, most);
}

/** The ids of the first 500 rows that match a list's filter, in the list's order. */
export const collectIds = async (read: ReadPage<{ readonly id: string }>): Promise<readonly string[]> =>
  (await collectRows(read, mostAtOnce)).map(({ id }) => id);

/** Splits ids into the parts that one call takes each. */
export const inParts = (ids: readonly string[], most = mostAtOnce): string[][] =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, part) => ids.slice(part * most, (part + 1) * most));

interface RowsOf<Row> {
  readonly ids: readonly string[];
  /** Reads a row from the cache. */
  readonly cached: (id: string) => Row | null | undefined;
  /** Asks the server for the rows of at most 100 ids. */
  readonly read: (ids: string[]) => Promise<readonly Row[]>;
}

/**
 * The rows of ticked ids. After a change the cache keeps no rows of pages that are not on the screen, so these rows are
 * read from the server. A row that was deleted meanwhile is left out.
 */
export async function rowsOf<Row>({ ids, cached, read }: RowsOf<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const row = cached(id);
    if (row) rows.push(row);
    else missing.push(id);
  }
  for (const some of inParts(missing, pageSize)) rows.push(...(await read(some)));
  return rows;
}

/** The ticked rows, for a bulk action. */
export interface Selection {
  /** The ids, at most 500; with "all matching" they are collected first. */
  readonly ids: () => Promise<readonly string[]>;
  readonly count: number;
  /** Unticks all rows; called after the action. */
  readonly clear: () => void;
}

/** Makes a list's rows tickable. */
export interface Bulk<Row> {
  /** The row's name, for screen readers. */
  readonly rowLabel: (row: Row) => string;
  /** The buttons of the bar. */
  readonly actions: (selection: Selection) => ReactNode;
  /** The ids of all rows that match the filter: `collectIds`. */
  readonly allIds: () => Promise<readonly string[]>;
}

/** The ticks of a list, as its table and its bar show them. */
export interface Ticks extends Selection {
  /** True when all matching rows are selected, on all pages. */
  readonly all: boolean;
  readonly isTicked: (key: string) => boolean;
  readonly tick: (keys: readonly string[], on: boolean) => void;
  readonly tickAll: () => void;
}

interface Ticked {
  readonly scope: string;
  readonly all: boolean;
  readonly keys: readonly string[];
}

interface TicksOf {
  readonly state: ListState<string, string>;
  readonly pageKeys: readonly string[];
  readonly totalCount: number;
  /** True while the page of `state` loads. */
  readonly busy: boolean;
  readonly allIds: () => Promise<readonly string[]>;
}

/** Keeps the ticked rows from page to page, until the search or a filter changes. */
export function useTicks({ state, pageKeys, totalCount, busy, allIds }: TicksOf): Ticks {
  const scope = JSON.stringify([state.search, state.filters]);
  const none: Ticked = { scope, all: false, keys: [] };
  const [held, setHeld] = useState(none);
  const { first } = useShownPage({ state, pageKeys, totalCount, busy }, (gone) =>
    setHeld({ ...held, keys: held.keys.filter((key) => !gone.includes(key)) }),
  );
  const ticked = held.scope === scope ? held : none;
  const { all, keys } = ticked;
  const taken = all ? pageKeys.slice(0, Math.max(0, mostAtOnce - first)) : keys;
  return {
    all,
    count: all ? Math.min(totalCount, mostAtOnce) : keys.length,
    ids: () => (all ? allIds() : Promise.resolve(keys)),
    isTicked: (key) => taken.includes(key),
    clear: () => setHeld(none),
    tickAll: () => setHeld({ scope, all: true, keys: [] }),
    tick: (changed, on) => {
      // With "all matching", only rows after the first 500 are not ticked, and no more rows can be.
      if (all && on) return;
      // After "all matching", unticking one row keeps the other rows of this page.
      const others = taken.filter((key) => !changed.includes(key));
      setHeld({ scope, all: false, keys: on ? [...others, ...changed].slice(0, mostAtOnce) : others });
    },
  };
}

import { useState, type ReactNode } from 'react';
import { mostAtOnce } from './collect-ids.ts';

/** What is ticked, as a bulk action needs it. */
export interface Selection {
  /** The ids, at most 500; with "all matching" they are collected first. */
  readonly ids: () => Promise<readonly string[]>;
  readonly count: number;
  /** Unticks everything, as after the action. */
  readonly clear: () => void;
}

/** Makes a list's rows tickable. */
export interface Bulk<Row> {
  /** Names a row for those who hear it. */
  readonly rowLabel: (row: Row) => string;
  /** The buttons of the bar. */
  readonly actions: (selection: Selection) => ReactNode;
  /** The ids of all that the filter finds: `collectIds`. */
  readonly allIds: () => Promise<readonly string[]>;
}

/** The ticks of a list, as its table and its bar show them. */
export interface Ticks extends Selection {
  /** True when all that match are meant, on whatever page. */
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
  /** Search and filters: what was ticked by other ones is not meant any more. */
  readonly scope: string;
  readonly pageKeys: readonly string[];
  readonly totalCount: number;
  readonly allIds: () => Promise<readonly string[]>;
}

/** Keeps what is ticked from page to page, until the search or a filter changes. */
export function useTicks({ scope, pageKeys, totalCount, allIds }: TicksOf): Ticks {
  const none: Ticked = { scope, all: false, keys: [] };
  const [held, setHeld] = useState(none);
  const ticked = held.scope === scope ? held : none;
  const { all, keys } = ticked;
  return {
    all,
    count: all ? Math.min(totalCount, mostAtOnce) : keys.length,
    ids: () => (all ? allIds() : Promise.resolve(keys)),
    isTicked: (key) => all || keys.includes(key),
    clear: () => setHeld(none),
    tickAll: () => setHeld({ scope, all: true, keys: [] }),
    tick: (changed, on) => {
      // Unticking one of all leaves those that can be seen.
      const before = all ? pageKeys : keys;
      const others = before.filter((key) => !changed.includes(key));
      setHeld({ scope, all: false, keys: on ? [...others, ...changed].slice(0, mostAtOnce) : others });
    },
  };
}

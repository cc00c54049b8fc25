import { useState } from 'react';
import type { ListState } from './list-state.ts';

interface ShownPageOf {
  readonly state: ListState<string, string>;
  readonly pageKeys: readonly string[];
  readonly totalCount: number;
  /** True while the page of `state` loads. */
  readonly busy: boolean;
}

/** The rows on the screen, and the page of the list that they are. */
interface ShownPage {
  readonly place: string;
  /** The number of rows on the pages before. */
  readonly first: number;
  readonly keys: readonly string[];
  readonly totalCount: number;
}

/**
 * The page whose rows are on the screen. While another page loads, that is still the previous page. Calls `onGone` with
 * the rows that leave the page while the list gets shorter. A row can also move to the previous page because somebody
 * deleted a row there. Such a row counts as gone too: the user can tick it again, but cannot untick a row out of sight.
 */
export function useShownPage(
  { state, pageKeys, totalCount, busy }: ShownPageOf,
  onGone: (keys: readonly string[]) => void,
): ShownPage {
  const now = { place: JSON.stringify(state), first: (state.page - 1) * state.size, keys: pageKeys, totalCount };
  const [before, setBefore] = useState<ShownPage>(now);
  if (isSame(before.keys, pageKeys) && (busy || (before.place === now.place && before.totalCount === totalCount))) {
    return before;
  }
  setBefore(now);
  const left = before.keys.filter((key) => !pageKeys.includes(key));
  if (before.place === now.place && totalCount < before.totalCount && left.length > 0) onGone(left);
  return now;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((key, at) => key === others[at]);

import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import {
  changedState,
  clearedState,
  readListState,
  writeListState,
  type ListShape,
  type ListState,
} from './list-state.ts';

interface ChangeHow {
  readonly replace?: boolean;
  /** The page stays where it is scrolled to. */
  readonly preventScrollReset?: boolean;
}

/** A list's state in the URL, and the ways to change it. */
export interface ListControl<Field extends string, Filter extends string> {
  readonly state: ListState<Field, Filter>;
  readonly change: (change: Partial<ListState<Field, Filter>>, how?: ChangeHow) => void;
  readonly setFilter: (name: Filter, value: string | null) => void;
  /** Removes the search and all filters. */
  readonly clear: () => void;
  /** True with a search or a filter. */
  readonly narrowed: boolean;
}

export function useListState<Field extends string, Filter extends string>(
  shape: ListShape<Field, Filter>,
): ListControl<Field, Filter> {
  const [shown, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  // The second of two quick changes starts from the pending URL of the first one.
  const params = coming?.pathname === pathname ? new URLSearchParams(coming.search) : shown;
  const state = readListState(params, shape);
  const write = (next: ListState<Field, Filter>) => {
    const written = writeListState(next, shape);
    for (const name of shape.kept ?? []) {
      const value = params.get(name);
      if (value) written.set(name, value);
    }
    return written;
  };
  const change: ListControl<Field, Filter>['change'] = (part, how) => setParams(write(changedState(state, part)), how);
  return {
    state,
    change,
    setFilter: (name, value) => change({ filters: { ...state.filters, [name]: value ?? undefined } }),
    clear: () => setParams(write(clearedState(state, shape))),
    narrowed: state.search !== '' || Object.keys(state.filters).length > 0,
  };
}

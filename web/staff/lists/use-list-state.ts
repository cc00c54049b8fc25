import { useSearchParams } from 'react-router-dom';
import {
  changedState,
  clearedState,
  readListState,
  writeListState,
  type ListShape,
  type ListState,
} from './list-state.ts';

/** A list's state in the URL, and the ways to change it. */
export interface ListControl<Field extends string, Filter extends string> {
  readonly state: ListState<Field, Filter>;
  readonly change: (change: Partial<ListState<Field, Filter>>, how?: { readonly replace: boolean }) => void;
  readonly setFilter: (name: Filter, value: string | null) => void;
  /** Back to everything: no search, no filter. */
  readonly clear: () => void;
  /** True when something narrows the list. */
  readonly narrowed: boolean;
}

export function useListState<Field extends string, Filter extends string>(
  shape: ListShape<Field, Filter>,
): ListControl<Field, Filter> {
  const [params, setParams] = useSearchParams();
  const state = readListState(params, shape);
  const change: ListControl<Field, Filter>['change'] = (part, how) =>
    setParams((now) => writeListState(changedState(readListState(now, shape), part), shape), how);
  return {
    state,
    change,
    setFilter: (name, value) => change({ filters: { ...state.filters, [name]: value ?? undefined } }),
    clear: () => setParams((now) => writeListState(clearedState(readListState(now, shape), shape), shape)),
    narrowed: state.search !== '' || Object.keys(state.filters).length > 0,
  };
}

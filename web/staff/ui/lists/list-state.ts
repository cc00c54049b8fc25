export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: 'ASC' | 'DESC';
}

/** The sort fields of a list and the names of its filters in the URL. */
export interface ListShape<Field extends string, Filter extends string> {
  readonly sortFields: readonly Field[];
  readonly defaultSort: Sort<Field>;
  readonly filters: readonly Filter[];
  /** Further URL parameters that the screen keeps, such as its layout. */
  readonly kept?: readonly string[];
}

/** What a list shows now. The state lives in the URL, so that back, reload and a shared link show the same. */
export interface ListState<Field extends string, Filter extends string> {
  readonly search: string;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly sort: Sort<Field>;
  readonly page: number;
  readonly size: number;
}

export const pageSizes = [10, 20, 50, 100] as const;
const defaultSize = 20;
const searchMaximum = 200;

/** Reads the state from a URL. A parameter that is not valid counts as its default. */
export function readListState<Field extends string, Filter extends string>(
  params: URLSearchParams,
  shape: ListShape<Field, Filter>,
): ListState<Field, Filter> {
  const filters: Partial<Record<Filter, string>> = {};
  for (const name of shape.filters) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  return {
    search: (params.get('search') ?? '').slice(0, searchMaximum),
    filters,
    sort: readSort(params.get('sort') ?? '', shape),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: pageSizes.find((allowed) => allowed === size) ?? defaultSize,
  };
}

// `sort=end_date` ascending, `sort=-end_date` descending.
function readSort<Field extends string>(text: string, shape: ListShape<Field, string>): Sort<Field> {
  const name = text.replace(/^-/, '').toUpperCase();
  const field = shape.sortFields.find((allowed) => allowed === name);
  if (field === undefined) return shape.defaultSort;
  return { field, direction: text.startsWith('-') ? 'DESC' : 'ASC' };
}

/** The URL's search part of a state; defaults are left out, so that the plain list has a plain address. */
export function writeListState<Field extends string, Filter extends string>(
  state: ListState<Field, Filter>,
  shape: ListShape<Field, Filter>,
): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search) params.set('search', state.search);
  for (const name of shape.filters) {
    const value = state.filters[name];
    if (value) params.set(name, value);
  }
  const { field, direction } = state.sort;
  if (field !== shape.defaultSort.field || direction !== shape.defaultSort.direction) {
    params.set('sort', `${direction === 'DESC' ? '-' : ''}${field.toLowerCase()}`);
  }
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== defaultSize) params.set('size', String(state.size));
  return params;
}

/** Applies a change. Any change except to the page goes back to page 1. */
export function changedState<State extends ListState<string, string>>(state: State, change: Partial<State>): State {
  return { ...state, page: 1, ...change };
}

/** Removes the search and the filters; keeps the sort and the page size. */
export function clearedState<Field extends string, Filter extends string>(
  { sort, size }: ListState<Field, Filter>,
  shape: ListShape<Field, Filter>,
): ListState<Field, Filter> {
  return { ...readListState(new URLSearchParams(), shape), sort, size };
}

/** The other direction when the list is sorted by the field already, else ascending. */
export function toggledSort<Field extends string>(sort: Sort<Field>, field: Field): Sort<Field> {
  return { field, direction: sort.field === field && sort.direction === 'ASC' ? 'DESC' : 'ASC' };
}

import { SearchBox } from '#web/staff/ui/lists/search-box.tsx';
import { SortSelect } from '#web/staff/ui/lists/sort-select.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import './order-tools.css';

interface OrderToolsProps<Field extends string> {
  readonly searchLabel: string;
  /** The sort fields with their titles. The first is the order that staff set. */
  readonly sorts: readonly (readonly [field: Field, title: string])[];
  readonly control: ListControl<Field, never>;
}

/** Search and sort of a list that staff put into an order of its own. */
export function OrderTools<Field extends string>({ searchLabel, sorts, control }: OrderToolsProps<Field>) {
  // Typing must not reset the scroll position, as the list is below other parts of its screen.
  const staying: typeof control = {
    ...control,
    change: (part, how) => control.change(part, { ...how, preventScrollReset: true }),
  };
  const columns = sorts.map(([sortField, title]) => ({ key: sortField, title, sortField, cell: () => null }));
  return (
    <div className="order-tools">
      <SearchBox
        label={searchLabel}
        search={control.state.search}
        onSearch={(search) => staying.change({ search }, { replace: true })}
      />
      <SortSelect columns={columns} control={staying} />
    </div>
  );
}

/** True if the list shows all its rows in the order that staff set; only then can rows be moved. */
export const isInPlainOrder = ({ state: { search, sort } }: Pick<ListControl<string, never>, 'state'>): boolean =>
  search === '' && sort.field === 'ORDER' && sort.direction === 'ASC';

/** The query's `filter` and `sort` for the current search and sort. */
export function narrowedBy<Field extends string>({ state: { search, sort } }: ListControl<Field, never>) {
  return { filter: search === '' ? null : { search }, sort: [sort] };
}

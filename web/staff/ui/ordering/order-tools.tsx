import { SearchBox } from '#web/staff/ui/lists/search-box.tsx';
import { SortSelect } from '#web/staff/ui/lists/sort-select.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';
import './order-tools.css';

interface OrderToolsProps<Field extends string> {
  readonly searchLabel: string;
  /** What the rows can be sorted by, each with its name; the first is the order that staff set. */
  readonly sorts: readonly (readonly [field: Field, title: string])[];
  readonly control: ListControl<Field, never>;
}

/** Search and sort of a list that staff put into an order of its own. */
export function OrderTools<Field extends string>({ searchLabel, sorts, control }: OrderToolsProps<Field>) {
  // The list stands below other parts of its screen, which must not scroll away while somebody types.
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

/** Whether a list shows all its rows in the order that staff set, so that they can be moved. */
export const isInPlainOrder = ({ state: { search, sort } }: Pick<ListControl<string, never>, 'state'>): boolean =>
  search === '' && sort.field === 'ORDER' && sort.direction === 'ASC';

/** The arguments of a list's query for what is searched and sorted. */
export function narrowedBy<Field extends string>({ state: { search, sort } }: ListControl<Field, never>) {
  return { filter: search === '' ? null : { search }, sort: [sort] };
}

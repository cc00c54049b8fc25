import { CaretDown, CaretUp, DoubleCaretVertical } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import { toggledSort, type Sort } from './list-state.ts';
import { Pagination } from './pagination.tsx';
import { useTicks, type Bulk, type Ticks } from './selection.ts';
import { PageTick, RowTick } from './ticks.tsx';
import type { ListControl } from './use-list-state.ts';

export interface Column<Row, Field extends string> {
  readonly key: string;
  readonly title: string;
  /** Present when the list can be sorted by this column. */
  readonly sortField?: Field;
  /** The cell holds a `RowMenu` or buttons at the row's end; only screen readers get the column's title. */
  readonly isActions?: boolean;
  /** Holds a name that people chose: the text breaks anywhere, so that the table fits the screen. */
  readonly isNamed?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface ListRows<Row> {
  readonly items: readonly Row[];
  readonly totalCount: number;
  /** False when there are more rows than `totalCount`. */
  readonly totalIsExact?: boolean;
}

export interface ListTableProps<Row, Field extends string, Filter extends string> {
  /** The table's caption. */
  readonly title: string;
  /** The columns; the first column names the row and links to its screen. */
  readonly columns: readonly Column<Row, Field>[];
  readonly keyOf: (row: Row) => string;
  readonly control: ListControl<Field, Filter>;
  readonly page: ListRows<Row>;
  readonly busy: boolean;
  /** Present where rows can be ticked, for an action on several. */
  readonly bulk?: Bulk<Row> | undefined;
}

const noIds = () => Promise.resolve([]);

/**
 * The rows with their checkboxes, the bar of bulk actions, and the pages. On a narrow screen the table becomes cards;
 * the ARIA roles keep it a table for screen readers.
 */
export function ListTable<Row, Field extends string, Filter extends string>(props: ListTableProps<Row, Field, Filter>) {
  const { title, columns, keyOf, control, page, busy, bulk } = props;
  const { state, change } = control;
  const { items, totalCount, totalIsExact } = page;
  const pageKeys = items.map(keyOf);
  const ticks = useTicks({ state, pageKeys, totalCount, busy, allIds: bulk?.allIds ?? noIds });
  const ticked = bulk && { ticks, rowLabel: bulk.rowLabel };
  return (
    <>
      {bulk && (
        <div className="cards-tick">
          <PageTick ticks={ticks} pageKeys={pageKeys} withText />
        </div>
      )}
      <table className={bulk ? 'list-table has-ticks' : 'list-table'} role="table" aria-busy={busy}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr role="row">
            {bulk && (
              <td role="cell" className="tick-cell">
                <PageTick ticks={ticks} pageKeys={pageKeys} />
              </td>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={state.sort} onSort={(sort) => change({ sort })} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <Row key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} ticked={ticked} />
          ))}
        </tbody>
      </table>
      <Pagination
        page={state.page}
        size={state.size}
        totalCount={totalCount}
        totalIsExact={totalIsExact}
        onPage={(number) => change({ page: number })}
        onSize={(size) => change({ size })}
      />
      {bulk && <BulkBar ticks={ticks} totalCount={totalCount} pageCount={items.length} actions={bulk.actions} />}
    </>
  );
}

interface RowProps<Row, Field extends string> {
  readonly row: Row;
  readonly rowKey: string;
  readonly columns: readonly Column<Row, Field>[];
  readonly ticked: { readonly ticks: Ticks; readonly rowLabel: (row: Row) => string } | undefined;
}

function Row<Row, Field extends string>({ row, rowKey, columns, ticked }: RowProps<Row, Field>) {
  const states = {
    'is-ticked': ticked?.ticks.isTicked(rowKey),
    'has-actions': columns.some(({ isActions }) => isActions),
  };
  const names = Object.entries(states).flatMap(([name, holds]) => (holds ? [name] : []));
  return (
    <tr role="row" className={names.join(' ') || undefined}>
      {ticked && (
        <td role="cell" className="tick-cell">
          <RowTick ticks={ticked.ticks} rowKey={rowKey} name={ticked.rowLabel(row)} />
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.key} scope="row" role="rowheader">
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={column.key}
            role="cell"
            className={column.isActions ? 'actions-cell' : column.isNamed ? 'named-cell' : undefined}
            data-title={column.title}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

interface HeaderCellProps<Row, Field extends string> {
  readonly column: Column<Row, Field>;
  readonly sort: Sort<Field>;
  readonly onSort: (sort: Sort<Field>) => void;
}

function HeaderCell<Row, Field extends string>({ column, sort, onSort }: HeaderCellProps<Row, Field>) {
  const { sortField, title, isActions } = column;
  if (sortField === undefined) {
    return (
      <th scope="col" role="columnheader">
        <span className={isActions ? 'visually-hidden' : undefined}>{title}</span>
      </th>
    );
  }
  const ascending = sort.direction === 'ASC';
  const sorted = sort.field === sortField ? (ascending ? 'ascending' : 'descending') : 'none';
  const icon = { none: <DoubleCaretVertical />, ascending: <CaretUp />, descending: <CaretDown /> }[sorted];
  return (
    <th scope="col" role="columnheader" aria-sort={sorted}>
      <button
        type="button"
        className={`sort-button sorted-${sorted}`}
        onClick={() => onSort(toggledSort(sort, sortField))}
      >
        {title}
        {icon}
      </button>
    </th>
  );
}

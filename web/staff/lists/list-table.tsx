import { CaretDown, CaretUp, DoubleCaretVertical } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { toggledSort, type Sort } from './list-state.ts';
import type { Bulk, Ticks } from './selection.ts';
import { PageTick, RowTick } from './ticks.tsx';

export interface Column<Row, Field extends string> {
  readonly key: string;
  readonly title: string;
  /** Present when the list can be sorted by it. */
  readonly sortField?: Field;
  /** A `RowMenu`, or buttons: at the row's end, under a title that is only heard. */
  readonly isActions?: boolean;
  /** Holds what people named, beside the first column: it breaks anywhere, so that the table stays within the screen. */
  readonly isNamed?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** The ticks of the rows, and what each is called. */
export interface RowTicks<Row> extends Pick<Bulk<Row>, 'rowLabel'> {
  readonly ticks: Ticks;
}

interface ListTableProps<Row, Field extends string> {
  readonly caption: string;
  /** The first one names the row and holds its link. */
  readonly columns: readonly Column<Row, Field>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sort: Sort<Field>;
  readonly onSort: (sort: Sort<Field>) => void;
  readonly busy: boolean;
  readonly ticked?: RowTicks<Row> | undefined;
}

/** A table that becomes cards where the screen leaves it little room; the roles keep it a table for those who hear it. */
export function ListTable<Row, Field extends string>(props: ListTableProps<Row, Field>) {
  const { caption, columns, rows, keyOf, sort, onSort, busy, ticked } = props;
  return (
    <table className={ticked ? 'list-table has-ticks' : 'list-table'} role="table" aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr role="row">
          {ticked && (
            <td role="cell" className="tick-cell">
              <PageTick ticks={ticked.ticks} pageKeys={rows.map(keyOf)} />
            </td>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} ticked={ticked} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<Row, Field extends string> extends Pick<ListTableProps<Row, Field>, 'columns' | 'ticked'> {
  readonly row: Row;
  readonly rowKey: string;
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

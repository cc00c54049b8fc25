import { CaretDown, CaretUp, DoubleCaretVertical } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { toggledSort, type Sort } from './list-state.ts';

export interface Column<Row, Field extends string> {
  readonly key: string;
  readonly title: string;
  /** Present when the list can be sorted by it. */
  readonly sortField?: Field;
  readonly cell: (row: Row) => ReactNode;
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
}

/** A table that becomes cards under 600 px; the roles keep it a table for those who hear it. */
export function ListTable<Row, Field extends string>(props: ListTableProps<Row, Field>) {
  const { caption, columns, rows, keyOf, sort, onSort, busy } = props;
  return (
    <table className="list-table" role="table" aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.key} scope="row" role="rowheader">
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.key} role="cell" data-title={column.title}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeaderCellProps<Row, Field extends string> {
  readonly column: Column<Row, Field>;
  readonly sort: Sort<Field>;
  readonly onSort: (sort: Sort<Field>) => void;
}

function HeaderCell<Row, Field extends string>({ column, sort, onSort }: HeaderCellProps<Row, Field>) {
  const { sortField, title } = column;
  if (sortField === undefined) {
    return (
      <th scope="col" role="columnheader">
        {title}
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

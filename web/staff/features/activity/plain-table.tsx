import type { ReactNode } from 'react';

export interface PlainColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** Whether the cells are names, which may break anywhere. */
  readonly isNamed?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface PlainTableProps<Row> {
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** All rows at once, in an order that nobody changes; cards under 900 px, as lists are. */
export function PlainTable<Row>({ caption, columns, rows, keyOf }: PlainTableProps<Row>) {
  return (
    <table className="list-table plain-table" role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr role="row">
          {columns.map(({ key, title }) => (
            <th key={key} scope="col" role="columnheader">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ key, title, isNamed, cell }, index) =>
              index === 0 ? (
                <th key={key} scope="row" role="rowheader">
                  {cell(row)}
                </th>
              ) : (
                <td key={key} role="cell" data-title={title} className={isNamed ? 'named-cell' : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

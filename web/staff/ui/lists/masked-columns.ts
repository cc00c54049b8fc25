import { unmask, type Fragment, type Masked } from '#web/shared/apollo/masks.ts';
import type { Column } from './list-table.tsx';

/** The columns of a fragment for a list whose page cannot read it. */
export const maskedColumns = <Row extends Fragment, Field extends string>(
  columns: readonly Column<Row, Field>[],
): readonly Column<Masked<Row>, Field>[] =>
  columns.map((column) => ({ ...column, cell: (row) => column.cell(unmask<Row>(row)) }));

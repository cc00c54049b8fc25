import { unmask, type Fragment, type Masked } from '#web/shared/apollo/masks.ts';
import type { Column } from './list-table.tsx';

/** Turns columns for a fragment into columns for its masked rows: each cell unmasks its row. */
export const maskedColumns = <Row extends Fragment, Field extends string>(
  columns: readonly Column<Row, Field>[],
): readonly Column<Masked<Row>, Field>[] =>
  columns.map((column) => ({ ...column, cell: (row) => column.cell(unmask<Row>(row)) }));

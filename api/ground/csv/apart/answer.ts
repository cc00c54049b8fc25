// The small form of zod: the child process would take twice as long to load the whole.
import * as z from 'zod/mini';

/** The order to the child process, its first argument. */
export const tableOrder = z.object({
  tables: z.array(
    z.object({
      source: z.string(),
      /** The file that gets the rows: one line of JSON for each, in the shape of `tableRow`. */
      target: z.string(),
      /** The headings that are read, in the form of `plainHeading`, each with its column. */
      headings: z.array(z.tuple([z.string(), z.string()])),
      /** The columns that the table must have. */
      required: z.array(z.string()),
    }),
  ),
  /** The most rows in all tables. */
  rowLimit: z.int(),
});
export type TableOrder = z.infer<typeof tableOrder>;

/** The answer of the child process to each table, up to the first that is refused. */
export const tableAnswer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    encoding: z.enum(['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Shift_JIS']),
    delimiter: z.string(),
  }),
  z.object({ state: z.literal('unreadable') }),
  z.object({ state: z.literal('empty') }),
  z.object({ state: z.literal('too-long') }),
  z.object({ state: z.literal('columns-missing'), columns: z.array(z.string()) }),
  /** From this row on. */
  z.object({ state: z.literal('broken'), row: z.int() }),
]);
export type TableAnswer = z.infer<typeof tableAnswer>;

export const tableRow = z.object({
  /** The row's number in a spreadsheet: the header is row 1. */
  row: z.int(),
  /** The cells by column. When two columns have the same heading, the first counts. */
  cells: z.record(z.string(), z.string()),
});
export type TableRow = z.infer<typeof tableRow>;

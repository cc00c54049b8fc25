import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { harmlessCell } from '#schema/rules/formula-cells.ts';

export type CsvRow = readonly (string | number | null)[];

/**
 * Writes a table as CSV (RFC 4180, UTF-8) and ends the stream. The byte order mark, which Excel needs, is written
 * unless `bom` is false. Back-pressure keeps the memory constant: rows are written only as fast as the reader takes
 * them.
 */
export async function writeCsv(
  target: Writable,
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
  { bom = true }: { readonly bom?: boolean } = {},
): Promise<void> {
  const csv = stringify({
    bom,
    record_delimiter: 'windows',
    // A single line feed or carriage return ends a row for many readers.
    quoted_match: /[\r\n]/,
    cast: { string: harmlessCell },
  });
  await pipeline(Readable.from(withHeader(header, rows)), csv, target);
}

async function* withHeader(header: readonly string[], rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield header;
  yield* rows;
}

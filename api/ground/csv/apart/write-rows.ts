import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plainHeading } from '../headings.ts';
import { BrokenTable, type CsvTable, openCsv, TooLongTable } from './read.ts';
import type { TableAnswer, TableOrder, TableRow } from './answer.ts';

/** Reads a table and writes the cells of its known columns, or answers why it is refused. */
export async function writeRows(order: TableOrder): Promise<TableAnswer> {
  try {
    return await write(order);
  } catch (error) {
    if (error instanceof TooLongTable) return { state: 'too-long' };
    if (error instanceof BrokenTable) return { state: 'broken', row: error.row };
    throw error;
  }
}

async function write({ source, target, headings, required, rowLimit }: TableOrder): Promise<TableAnswer> {
  const columns = new Map(headings);
  const columnOf = (heading: string) => columns.get(plainHeading(heading));
  const table = await openCsv(source, (heading) => columnOf(heading) !== undefined);
  if (!table) return { state: 'unreadable' };
  const found = table.header.map(columnOf);
  const missing = required.filter((column) => !found.includes(column));
  if (missing.length > 0) return { state: 'columns-missing', columns: missing };
  const rows = named(table, found);
  let count = 0;
  async function* lines() {
    for await (const row of rows) {
      count += 1;
      if (count > rowLimit) throw new TooLongTable();
      yield `${JSON.stringify(row)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  return count === 0 ? { state: 'empty' } : { state: 'read', encoding: table.encoding, delimiter: table.delimiter };
}

async function* named(table: CsvTable, columns: readonly (string | undefined)[]): AsyncGenerator<TableRow> {
  for await (const { row, cells } of table.rows()) {
    const byColumn = columns.flatMap((column, at) =>
      column === undefined || columns.indexOf(column) < at ? [] : [[column, cells[at] ?? ''] as const],
    );
    yield { row, cells: Object.fromEntries(byColumn) };
  }
}

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { plainHeading } from '../headings.ts';
import { BrokenTable, type CsvTable, openCsv, TooLongTable } from './read.ts';
import type { TableAnswer, TableOrder, TableRow } from './answer.ts';

/** Reads tables and writes the cells of their known columns. The last answer is why a table is refused. */
export async function* writeRows({ tables, rowLimit }: TableOrder): AsyncGenerator<TableAnswer> {
  const budget = { left: rowLimit };
  for (const table of tables) {
    const answer = await answerFor(table, budget);
    yield answer;
    if (answer.state !== 'read' && answer.state !== 'empty') return;
  }
}

type OrderedTable = TableOrder['tables'][number];

/** The rows that may still be written. */
interface Budget {
  left: number;
}

async function answerFor(table: OrderedTable, budget: Budget): Promise<TableAnswer> {
  try {
    return await write(table, budget);
  } catch (error) {
    if (error instanceof TooLongTable) return { state: 'too-long' };
    if (error instanceof BrokenTable) return { state: 'broken', row: error.row };
    throw error;
  }
}

async function write({ source, target, headings, required }: OrderedTable, budget: Budget): Promise<TableAnswer> {
  const columns = new Map(headings);
  const columnOf = (heading: string) => columns.get(plainHeading(heading));
  const table = await openCsv(source, (heading) => columnOf(heading) !== undefined);
  if (!table) return { state: 'unreadable' };
  const found = table.header.map(columnOf);
  const missing = required.filter((column) => !found.includes(column));
  if (missing.length > 0) return { state: 'columns-missing', columns: missing };
  const rows = named(table, found);
  let isEmpty = true;
  async function* lines() {
    for await (const row of rows) {
      isEmpty = false;
      budget.left -= 1;
      if (budget.left < 0) throw new TooLongTable();
      yield `${JSON.stringify(row)}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  return isEmpty ? { state: 'empty' } : { state: 'read', encoding: table.encoding, delimiter: table.delimiter };
}

async function* named(table: CsvTable, columns: readonly (string | undefined)[]): AsyncGenerator<TableRow> {
  for await (const { row, cells } of table.rows()) {
    const byColumn = columns.flatMap((column, at) =>
      column === undefined || columns.indexOf(column) < at ? [] : [[column, cells[at] ?? ''] as const],
    );
    yield { row, cells: Object.fromEntries(byColumn) };
  }
}

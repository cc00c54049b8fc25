import { createReadStream } from 'node:fs';
import { runApart } from '#api/ground/apart/run.ts';
import { linesOf } from '#api/ground/files/lines-of.ts';
import { createTurns } from '#api/ground/http/turns.ts';
import { type TableAnswer, tableAnswer, type TableOrder, type TableRow, tableRow } from './apart/answer.ts';
import { tableProgram } from './apart/program.ts';
import { plainHeading } from './headings.ts';

/** A table with its expected columns. */
interface Wanted {
  readonly path: string;
  /** The headings of each column, in any spelling. */
  readonly headings: Iterable<readonly [heading: string, column: string]>;
  readonly required: readonly string[];
}

export type Table = Exclude<TableAnswer, { readonly state: 'read' }> | ReadTable;

interface ReadTable extends Extract<TableAnswer, { readonly state: 'read' }> {
  /** Below the header, as they are asked for; empty lines are counted and left out. */
  rows(): AsyncGenerator<TableRow>;
}

const tableTurn = createTurns({ atOnce: 2, waiting: 30 });

/**
 * Reads CSV files of any known encoding and delimiter, with at most `rowLimit` rows in all, in a child process with limits
 * of time and memory. Resolves with the tables up to the first that is refused. The rows go into a file beside each, so
 * the caller removes the folder. Rejects with `ApartInterrupted` when the process is at fault.
 */
export async function readTables(wanted: readonly Wanted[], rowLimit: number): Promise<Table[]> {
  const order: TableOrder = { tables: wanted.map(orderFor), rowLimit };
  const answers = await tableTurn(() => runApart(tableProgram, order));
  // Tables with so few rows as we take need neither that much time nor memory.
  if (answers === undefined) return [{ state: 'too-long' }];
  return order.tables.slice(0, answers.length).map(({ target }, at): Table => {
    const answer = tableAnswer.parse(JSON.parse(answers[at] ?? ''));
    return answer.state === 'read' ? { ...answer, rows: () => rowsIn(target) } : answer;
  });
}

/** Reads one CSV file as `readTables` does. */
export async function readTable(wanted: Wanted, rowLimit: number): Promise<Table> {
  const [table] = await readTables([wanted], rowLimit);
  if (!table) throw new Error('The child process gave no answer');
  return table;
}

function orderFor({ path, headings, required }: Wanted): TableOrder['tables'][number] {
  const plain = Array.from(headings, ([heading, column]): [string, string] => [plainHeading(heading), column]);
  return { source: path, target: `${path}.rows`, headings: plain, required: [...required] };
}

async function* rowsIn(path: string): AsyncGenerator<TableRow> {
  for await (const line of linesOf(createReadStream(path))) yield tableRow.parse(JSON.parse(line));
}

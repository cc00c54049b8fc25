import { createReadStream } from 'node:fs';
import { runApart } from '#api/ground/apart/run.ts';
import { linesOf } from '#api/ground/files/lines-of.ts';
import { createTurns } from '#api/ground/http/turns.ts';
import { type TableAnswer, tableAnswer, type TableOrder, type TableRow, tableRow } from './apart/answer.ts';
import { tableProgram } from './apart/program.ts';
import { plainHeading } from './headings.ts';

/** The expected columns and the size limit of a table. */
interface Wanted {
  /** The headings of each column, in any spelling. */
  readonly headings: Iterable<readonly [heading: string, column: string]>;
  readonly required: readonly string[];
  readonly rowLimit: number;
}

type Table = Exclude<TableAnswer, { readonly state: 'read' }> | ReadTable;

interface ReadTable extends Extract<TableAnswer, { readonly state: 'read' }> {
  /** Below the header, as they are asked for; empty lines are counted and left out. */
  rows(): AsyncGenerator<TableRow>;
}

const tableTurn = createTurns({ atOnce: 2, waiting: 30 });

/**
 * Reads a CSV file of any known encoding and delimiter, in a child process with limits of time and memory. The rows go
 * into a file beside it, so the caller removes the folder. Rejects with `ApartInterrupted` when the process is at
 * fault.
 */
export async function readTable(path: string, { headings, required, rowLimit }: Wanted): Promise<Table> {
  const target = `${path}.rows`;
  const plain = Array.from(headings, ([heading, column]): [string, string] => [plainHeading(heading), column]);
  const order: TableOrder = { source: path, target, headings: plain, required: [...required], rowLimit };
  const output = await tableTurn(() => runApart(tableProgram, order));
  // A table with so few rows as we take needs neither that much time nor memory.
  if (output === undefined) return { state: 'too-long' };
  const answer = tableAnswer.parse(JSON.parse(output));
  return answer.state === 'read' ? { ...answer, rows: () => rowsIn(target) } : answer;
}

async function* rowsIn(path: string): AsyncGenerator<TableRow> {
  for await (const line of linesOf(createReadStream(path))) yield tableRow.parse(JSON.parse(line));
}

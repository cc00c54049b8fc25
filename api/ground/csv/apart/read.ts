import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { plainCell } from '#schema/rules/formula-cells.ts';
import { encodingOf, type TextEncoding, textOf } from './encodings.ts';

export interface CsvTable {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  readonly header: readonly string[];
  /** The rows below the header, read on demand. Empty lines count as rows and are left out. */
  rows(): AsyncGenerator<CsvRow>;
}

interface CsvRow {
  /** The row's number in a spreadsheet: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A file of more lines or cells than any table that we read; found before the file is parsed. */
export class TooLongTable extends Error {
  constructor() {
    super(`The table has more than ${rowLimit} lines or ${cellLimit} cells`);
  }
}

/** A file that begins as a table and does not go on as one: from this row on it cannot be read. */
export class BrokenTable extends Error {
  constructor(readonly row: number) {
    super(`The table is broken at row ${row}`);
  }
}

const delimiters = [',', '\t', ';'];
// A quotation mark that is never closed would otherwise take the whole file for one cell.
const rowSize = 100_000;
// Ten megabytes of empty lines would take 1.4 GB. A roster's longest table has as many rows.
const rowLimit = 100_000;
const cellLimit = 1_000_000;
const options = { relax_column_count: true, max_record_size: rowSize } as const;

/**
 * Opens a CSV file of any known encoding and delimiter. The delimiter is the one that yields the most headings for
 * which `knows` is true. Undefined when the file is no readable text; throws `TooLongTable`.
 */
export async function openCsv(path: string, knows: (heading: string) => boolean): Promise<CsvTable | undefined> {
  const encoding = await encodingOf(path);
  if (encoding === undefined) return undefined;
  const beginning = await firstText(path, encoding);
  const headers = delimiters.map((delimiter) => ({ delimiter, header: headerOf(beginning, delimiter) }));
  const countKnownColumns = ({ header }: { header: readonly string[] }) => header.filter(knows).length;
  const [best] = headers.sort((a, b) => countKnownColumns(b) - countKnownColumns(a));
  const { delimiter, header } = best ?? { delimiter: ',', header: [] };
  await assertShort(textOf(path, encoding), delimiter);
  return { encoding, delimiter, header, rows: () => rowsOf(textOf(path, encoding), delimiter) };
}

async function firstText(path: string, encoding: TextEncoding): Promise<string> {
  for await (const text of textOf(path, encoding)) if (text !== '') return text;
  return '';
}

function headerOf(text: string, delimiter: string): readonly string[] {
  try {
    const [header = []] = parseText(text, { ...options, delimiter, to: 1 });
    return header.map(plainCell);
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

// The count includes separators inside quotation marks: a table that we accept is far from the limits.
async function assertShort(text: AsyncIterable<string>, delimiter: string): Promise<void> {
  const found = { '\n': 0, '\r': 0, [delimiter]: 0 };
  for await (const part of text) {
    for (const [sign, before] of Object.entries(found)) found[sign] = before + countOf(sign, part);
    const lines = Math.max(found['\n'], found['\r']);
    if (lines > rowLimit || lines + (found[delimiter] ?? 0) > cellLimit) throw new TooLongTable();
  }
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

async function* rowsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({ ...options, delimiter });
  // An error of the pipeline surfaces in the loop below.
  pipeline(Readable.from(text), parser, () => {});
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > rowLimit) throw new BrokenTable(row);
      const cells = record.map(plainCell);
      if (row > 1 && cells.some((cell) => cell.trim() !== '')) yield { row, cells };
    }
  } catch (error) {
    // The parser reads ahead, so the rows before a broken one may be lost with it.
    throw error instanceof CsvError ? new BrokenTable(Number(error.records ?? row) + 1) : error;
  }
}

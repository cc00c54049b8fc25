type Delimiter = '\t' | ';' | ',';

/** A row of a table; `line` is its row number in a spreadsheet, from 1. */
export interface CellRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a pasted or saved table. The delimiter is the tab if the text has one, else the comma or the semicolon,
 * whichever is in more lines. Quotation marks enclose a cell (RFC 4180). Rows without text are left out.
 */
export function readCells(text: string): CellRow[] {
  const lines = text.split(/\r?\n|\r/);
  const found = (delimiter: string) => lines.filter((line) => line.includes(delimiter)).length;
  const delimiter = found('\t') > 0 ? '\t' : found(';') > found(',') ? ';' : ',';
  return split(text, delimiter)
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

function split(text: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  const piece = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\r|\\n|$)`, 'y');
  while (piece.lastIndex < text.length) {
    // The second alternative reads a quotation mark inside a cell, or an unclosed one, as an ordinary character.
    const [, quoted, plain = '', end = ''] = piece.exec(text) ?? [];
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== delimiter) {
      rows.push(cells);
      cells = [];
    }
  }
  if (cells.length > 0) rows.push(cells);
  return rows;
}

/** The text of a file as spreadsheets save it: UTF-8, UTF-16 with its mark, or Shift_JIS. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { TableRow } from '#api/ground/csv/apart/answer.ts';
import { readTable, readTables, type Table } from '#api/ground/csv/read.ts';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import { harmlessCell, plainCell } from '#schema/rules/formula-cells.ts';

async function written(...rows: readonly CsvRow[]): Promise<string> {
  const target = new PassThrough();
  async function* given() {
    yield* rows;
  }
  const [, file] = await Promise.all([writeCsv(target, ['name', 'count'], given()), buffer(target)]);
  return file.toString();
}

/** Writes tables into a folder of the test's own. Resolves with their paths. */
async function tables(...texts: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-table-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = texts.map((_, at) => join(folder, `names-${at}.csv`));
  await Promise.all(paths.map((path, at) => writeFile(path, texts[at] ?? '')));
  return paths;
}

async function namesIn(table: Table | undefined): Promise<(string | undefined)[]> {
  if (table?.state !== 'read') throw new Error(`The table is ${table?.state}`);
  const rows: TableRow[] = [];
  for await (const row of table.rows()) rows.push(row);
  return rows.map(({ cells }) => cells['name']);
}

describe('a table', () => {
  const headings = [['name', 'name'] as const, ['number', 'number'] as const];
  const required = ['name'];

  test('is read row by row, also where a cell holds a separator of lines', async () => {
    const [path = ''] = await tables('name,number\r\n山田\u2028花子,1\r\n青木\u2029蓮,2\r\n');
    expect(await namesIn(await readTable({ path, headings, required }, 9))).toEqual(['山田\u2028花子', '青木\u2029蓮']);
  });

  test('and those after it are read by one process, with a limit of rows for all, up to one that is refused', async () => {
    const paths = await tables('name\r\na\r\nb\r\n', 'name\r\n', 'name\r\nc\r\n', 'number\r\n1\r\n', 'name\r\nd\r\n');
    const wanted = paths.map((path) => ({ path, headings, required }));
    const read = await readTables(wanted, 3);
    expect(read.map(({ state }) => state)).toEqual(['read', 'empty', 'read', 'columns-missing']);
    expect([await namesIn(read[0]), await namesIn(read[2])]).toEqual([['a', 'b'], ['c']]);
  });

  test('is too long with the rows of those before it', async () => {
    const [first = '', second = ''] = await tables('name\r\na\r\nb\r\n', 'name\r\nc\r\n');
    const wanted = [first, second].map((path) => ({ path, headings, required }));
    expect((await readTables(wanted, 2)).map(({ state }) => state)).toEqual(['read', 'too-long']);
  });

  test('on which the parser fails is refused, those before it are not', async () => {
    const [first = '', second = ''] = await tables('name\r\na\r\n', `name\r\n"${'b'.repeat(200_000)}`);
    const wanted = [first, second].map((path) => ({ path, headings, required }));
    expect((await readTables(wanted, 2)).map(({ state }) => state)).toEqual(['read', 'broken']);
  });
});

describe('a CSV file', () => {
  test('begins with a byte order mark, ends its lines with CRLF and quotes what RFC 4180 says', async () => {
    expect(await written(['a,b', 1], ['say "hi"', null], ['', -2])).toBe(
      '\uFEFFname,count\r\n"a,b",1\r\n"say ""hi""",\r\n,-2\r\n',
    );
  });

  test('holds line breaks of every kind inside a cell', async () => {
    for (const line of ['one\ntwo', 'one\rtwo', 'one\r\ntwo']) {
      const file = await written([line, 1]);
      expect(parse(file, { bom: true })).toEqual([
        ['name', 'count'],
        [line, '1'],
      ]);
      expect(file).toContain(`"${line}"`);
    }
  });

  test.each(['=1+1', '+81', '-x', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', "'=x", "''=x"])(
    'keeps %j from being computed and gives it back',
    async (cell) => {
      expect(harmlessCell(cell)).toBe(`'${cell}`);
      const [, row] = parse(await written([cell, 1]), { bom: true });
      expect(row?.[0]).toBe(`'${cell}`);
      expect(plainCell(row?.[0] ?? '')).toBe(cell);
    },
  );

  test.each(["O'Neil", "'quoted'", 'a=b', '山田', ''])('leaves %j as it is', (cell) => {
    expect(harmlessCell(cell)).toBe(cell);
    expect(plainCell(cell)).toBe(cell);
  });

  test('asks for no more rows than its reader takes', async () => {
    let made = 0;
    const target = new PassThrough();
    async function* endless() {
      for (;;) yield [`row ${++made}`, made];
    }
    const writing = writeCsv(target, ['name', 'count'], endless());
    await new Promise((resolve) => target.once('readable', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const before = made;
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(before);
    // The buffering of the streams differs between Node versions.
    expect(made).toBeLessThan(50_000);
    target.destroy();
    await expect(writing).rejects.toThrow();
  });
});

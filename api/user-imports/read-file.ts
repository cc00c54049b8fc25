import { BrokenTable, type CsvTable, openCsv } from '#api/csv/read.ts';
import type { Queryable } from '#api/db/client.ts';
import type { ReceivedFile } from '#api/http/forms.ts';
import { ApiProblem } from '#api/http/problems.ts';
import type { Role } from '#schema/access.ts';
import type { MessageKey } from '#schema/problem.ts';
import { importRowLimit } from '#schema/rules/files.ts';
import { type ImportField, importFields, requiredFields, type Vocabulary } from './columns.ts';
import { type Cells, oneError, type Reading, readRow, type RowError, takenEmails } from './rows.ts';

const batch = 500;

export interface ReadRow {
  readonly row: number;
  readonly cells: Cells;
  /** Null when nothing is wrong with it. */
  readonly errors: readonly RowError[] | null;
}

export interface PeopleFile {
  readonly encoding: string;
  readonly delimiter: string;
  /** The rows with what is wrong with each, some hundred at a time; a file that cannot be read to its end throws. */
  batches(db: Queryable): AsyncGenerator<ReadRow[]>;
}

interface Reader {
  readonly role: Role;
  readonly words: Vocabulary;
}

/** Opens a file of people; one that is no table, or lacks a column, is refused with what is wrong. */
export async function openPeople({ path }: ReceivedFile, reader: Reader): Promise<PeopleFile> {
  const table = await openCsv(path, (heading) => reader.words.field(heading) !== undefined);
  if (!table) throw refused('messages.tableUnreadable', { status: 415 });
  const positions = positionsOf(table.header, reader.words);
  const missing = requiredFields.filter((field) => !positions.has(field));
  if (missing.length > 0) throw refused('messages.tableColumnsMissing', { values: { columns: missing.join(', ') } });
  return { ...table, batches: (db) => checked(db, table, { ...reader, positions }) };
}

// The first column of its name counts.
function positionsOf(header: readonly string[], words: Vocabulary): Map<ImportField, number> {
  const found = header.map((heading) => words.field(heading));
  return new Map(
    importFields.flatMap((field) => (found.includes(field) ? [[field, found.indexOf(field)] as const] : [])),
  );
}

interface Refusal {
  readonly status?: number;
  readonly values?: Readonly<Record<string, string>>;
}

const refused = (messageKey: MessageKey, { status = 400, values }: Refusal = {}) =>
  new ApiProblem({ status, messageKey, messageValues: values, errors: { file: [messageKey] } });

async function* checked(
  db: Queryable,
  table: CsvTable,
  reader: Reader & { readonly positions: ReadonlyMap<ImportField, number> },
): AsyncGenerator<ReadRow[]> {
  const seen = new Set<string>();
  for await (const rows of batches(table)) {
    const read = rows.map(({ row, cells }) => {
      const named = Object.fromEntries([...reader.positions].map(([field, at]) => [field, cells[at] ?? '']));
      return { row, cells: named, reading: unseen(readRow(named, reader), seen) };
    });
    const emails = read.flatMap(({ reading }) => ('values' in reading ? [reading.values.email.toLowerCase()] : []));
    const taken = await takenEmails(db, emails);
    yield read.map(({ row, cells, reading }) => ({ row, cells, errors: errorsOf(reading, taken) }));
  }
}

// Of several rows with one e-mail, the first counts.
function unseen(reading: Reading, seen: Set<string>): Reading {
  if (!('values' in reading)) return reading;
  const email = reading.values.email.toLowerCase();
  if (seen.has(email)) return oneError('email', 'messages.emailTwice');
  seen.add(email);
  return reading;
}

function errorsOf(reading: Reading, taken: ReadonlySet<string>): readonly RowError[] | null {
  if ('errors' in reading) return reading.errors;
  return taken.has(reading.values.email.toLowerCase())
    ? [{ field: 'email', messageKey: 'messages.emailExists' }]
    : null;
}

async function* batches(table: CsvTable) {
  let rows = [];
  let total = 0;
  try {
    for await (const row of table.rows()) {
      total += 1;
      if (total > importRowLimit) throw refused('messages.tableTooLong', { values: { rows: String(importRowLimit) } });
      rows.push(row);
      if (rows.length < batch) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof BrokenTable
      ? refused('messages.tableBroken', { values: { row: String(error.row) } })
      : error;
  }
  if (total === 0) throw refused('messages.tableEmpty');
  if (rows.length > 0) yield rows;
}

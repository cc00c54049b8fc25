import { setImmediate as nextTurn } from 'node:timers/promises';
import { asUnavailable } from '#api/ground/apart/run.ts';
import { readTables, type Table } from '#api/ground/csv/read.ts';
import { rosterRowLimit } from '#schema/rules/files.ts';
import { type RosterFile, rosterFiles, type UnpackedPackage } from './open-package.ts';
import { refusedPackage } from './refused-package.ts';

/*
 * The CSV binding of OneRoster 1.2 (https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv) with the columns of the Japan
 * K-12/Schools profile (https://www.imsglobal.org/spec/onerosterv1p2/japanprofile-k12/v1p0). Files are UTF-8 with or without
 * a byte order mark; headings are known by their name in any order and letter case, since drafts of the profile wrote
 * `metadata.jp.ShussekiNo` for `metadata.jp.shussekiNo`.
 */

/** A row of a file: its cells by column, trimmed. */
export interface PackageRow {
  readonly file: RosterFile;
  /** The row's number in a spreadsheet: the headings are row 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

type DataFile = Exclude<RosterFile, 'manifest.csv'>;

/** The rows of a package by file; a file that is absent has none. */
export type PackageRows = Readonly<Record<DataFile, readonly PackageRow[]>>;

/** The required columns of each file, and the optional columns that are read if they exist. */
export const rosterColumns = {
  'manifest.csv': { required: ['propertyName', 'value'], optional: [] },
  'orgs.csv': { required: ['sourcedId', 'name', 'type'], optional: ['status'] },
  'academicSessions.csv': { required: ['sourcedId', 'startDate', 'endDate'], optional: ['status'] },
  'courses.csv': { required: ['sourcedId', 'title'], optional: ['status', 'courseCode', 'schoolYearSourcedId'] },
  'classes.csv': {
    required: ['sourcedId', 'title', 'courseSourcedId', 'schoolSourcedId', 'termSourcedIds'],
    optional: ['status'],
  },
  'users.csv': {
    required: ['sourcedId', 'givenName', 'familyName'],
    optional: [
      ...['status', 'enabledUser', 'username', 'email', 'middleName', 'preferredGivenName', 'preferredMiddleName'],
      ...['preferredFamilyName', 'metadata.jp.kanaGivenName', 'metadata.jp.kanaFamilyName'],
      'metadata.jp.kanaMiddleName',
    ],
  },
  'roles.csv': { required: ['userSourcedId', 'role', 'orgSourcedId'], optional: ['sourcedId', 'status'] },
  'enrollments.csv': {
    required: ['sourcedId', 'classSourcedId', 'userSourcedId', 'role'],
    optional: ['status', 'primary', 'beginDate', 'endDate', 'metadata.jp.shussekiNo'],
  },
} as const satisfies Record<RosterFile, { required: readonly string[]; optional: readonly string[] }>;

const always: readonly RosterFile[] = ['manifest.csv', 'orgs.csv', 'users.csv', 'roles.csv'];

export interface ReadPackage {
  readonly read: PackageRows;
  /** Whether a place that `enrollments.csv` does not list has ended: the file has all places, not only the changed ones. */
  readonly hasAllPlaces: boolean;
}

/** Reads all files of a package, in pieces that leave the event loop free; answers 400 for one that is no roster. */
export async function readPackage({ paths }: UnpackedPackage): Promise<ReadPackage> {
  const missing = always.find((file) => !paths.has(file));
  if (missing !== undefined) throw refusedPackage('messages.rosterFileMissing', { values: { file: missing } });
  const manifest = (await rowsOf(paths, ['manifest.csv'], rosterRowLimit)).get('manifest.csv') ?? [];
  const properties = new Map(
    manifest.map(({ cells }) => [(cells['propertyName'] ?? '').toLowerCase(), cells['value'] ?? '']),
  );
  if (!/^1\.2(\.|$)/.test(properties.get('oneroster.version') ?? '')) throw refusedPackage('messages.rosterVersion');
  const modeOf = (file: RosterFile) => properties.get(propertyOf(file))?.toLowerCase() ?? 'bulk';
  const listed = rosterFiles.filter((file) => always.includes(file) || modeOf(file) !== 'absent');
  const absent = listed.find((file) => !paths.has(file) && properties.has(propertyOf(file)));
  if (absent !== undefined) throw refusedPackage('messages.rosterFileMissing', { values: { file: absent } });
  const files = listed.filter((file): file is DataFile => file !== 'manifest.csv' && paths.has(file));
  const read = { ...none, ...Object.fromEntries(await rowsOf(paths, files, rosterRowLimit - manifest.length)) };
  if (read['users.csv'].length === 0) throw refusedPackage('messages.tableEmpty');
  return { read, hasAllPlaces: modeOf('enrollments.csv') === 'bulk' };
}

const none: PackageRows = {
  'orgs.csv': [],
  'academicSessions.csv': [],
  'courses.csv': [],
  'classes.csv': [],
  'users.csv': [],
  'roles.csv': [],
  'enrollments.csv': [],
};

/** The manifest's property that says whether the package has the file, and how much of it. */
const propertyOf = (file: RosterFile): string => `file.${file.slice(0, -'.csv'.length)}`.toLowerCase();

/** The rows of each of the files, of which there may be `rowLimit` in all. */
async function rowsOf(
  paths: UnpackedPackage['paths'],
  files: readonly RosterFile[],
  rowLimit: number,
): Promise<ReadonlyMap<RosterFile, PackageRow[]>> {
  const wanted = files.map((file) => {
    const { required, optional } = rosterColumns[file];
    const headings = [...required, ...optional].map((column) => [column, column] as const);
    return { path: paths.get(file) ?? '', headings, required };
  });
  const tables = await readTables(wanted, rowLimit).catch(asUnavailable);
  const rows = new Map<RosterFile, PackageRow[]>();
  for (const [at, file] of files.entries()) {
    const table = tables[at];
    if (table) rows.set(file, await rowsIn(table, file));
  }
  return rows;
}

async function rowsIn(table: Table, file: RosterFile): Promise<PackageRow[]> {
  switch (table.state) {
    case 'read':
      break;
    case 'empty':
      return [];
    case 'too-long':
      throw refusedPackage('messages.tableTooLong', { values: { rows: String(rosterRowLimit) } });
    case 'columns-missing':
      throw refusedPackage('messages.rosterColumnsMissing', { values: { file, columns: table.columns.join(', ') } });
    case 'unreadable':
    case 'broken':
      throw refusedPackage('messages.rosterFileBroken', {
        values: { file, row: String(table.state === 'broken' ? table.row : 1) },
      });
  }
  const rows: PackageRow[] = [];
  for await (const { row: line, cells } of table.rows()) {
    const named = Object.entries(cells).map(([column, cell]) => [column, storable(cell)] as const);
    rows.push({ file, line, cells: Object.fromEntries(named) });
  }
  return rows;
}

// PostgreSQL cannot store a NUL or a lone surrogate. The replacement character stays visible in refused rows.
const storable = (cell: string): string => cell.trim().replaceAll('\u0000', '\uFFFD').toWellFormed();

/** Goes through a long list in slices between which other requests have their turn. */
export async function eachInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % slice === 0) await nextTurn();
  }
}

const slice = 500;

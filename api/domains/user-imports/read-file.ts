import { and, inArray, isNull, sql } from 'drizzle-orm';
import { languageWords, phoneTypeWords, roleWord, type UserWords, userWords } from '#api/domains/users/words.ts';
import { asUnavailable } from '#api/ground/apart/run.ts';
import { plainHeading } from '#api/ground/csv/headings.ts';
import type { TableRow } from '#api/ground/csv/apart/answer.ts';
import { readTable } from '#api/ground/csv/read.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { ReceivedFile } from '#api/ground/http/forms.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { unstorableField } from '#api/ground/http/unstorable.ts';
import type { Uses } from '#api/ground/services.ts';
import { reaches, type Role, roles } from '#schema/access.ts';
import { languages } from '#schema/languages.ts';
import { fieldErrors, type MessageKey } from '#schema/problem.ts';
import { importRowLimit } from '#schema/rules/files.ts';
import { nameErrors, staffNameProblem } from '#schema/rules/names.ts';
import { userRules, type UserValues } from '#schema/rules/users.ts';

// Checking a batch keeps the event loop: 500 rows took 44 ms of the processor.
const batch = 200;

/** The response lists at most so many errors. */
export const listedErrors = 500;

export interface ReadRow {
  readonly row: number;
  readonly cells: Cells;
  /** Null when the row is valid. */
  readonly errors: readonly RowError[] | null;
}

export interface ImportFile {
  readonly encoding: string;
  readonly delimiter: string;
  /** The rows with their errors, in batches; throws when the file is broken. */
  batches(db: Queryable): AsyncGenerator<ReadRow[]>;
}

interface Reader {
  readonly role: Role;
  readonly words: Vocabulary;
}

/** Reads an import file; answers 400 or 415 when it is no table, broken or too long, or lacks a column. */
export async function openImportFile({ path }: ReceivedFile, reader: Reader): Promise<ImportFile> {
  const { headings } = reader.words;
  const wanted = { path, headings, required: requiredFields };
  const table = await readTable(wanted, importRowLimit).catch(asUnavailable);
  switch (table.state) {
    case 'read':
      return { ...table, batches: (db) => checked(db, table.rows(), reader) };
    case 'unreadable':
      throw refused('messages.tableUnreadable', { status: 415 });
    case 'columns-missing':
      throw refused('messages.tableColumnsMissing', { values: { columns: table.columns.join(', ') } });
    case 'broken':
      throw refused('messages.tableBroken', { values: { row: String(table.row) } });
    case 'too-long':
      throw refused('messages.tableTooLong', { values: { rows: String(importRowLimit) } });
    case 'empty':
      throw refused('messages.tableEmpty');
  }
}

interface Refusal {
  readonly status?: number;
  readonly values?: Readonly<Record<string, string>>;
}

const refused = (messageKey: MessageKey, { status = 400, values }: Refusal = {}) =>
  new ApiProblem({ status, messageKey, messageValues: values, errors: { file: [messageKey] } });

async function* checked(db: Queryable, table: AsyncIterable<TableRow>, reader: Reader): AsyncGenerator<ReadRow[]> {
  const seen = new Set<string>();
  for await (const rows of batches(table)) {
    const read = rows.map(({ row, cells }) => ({ row, cells, reading: unseen(readRow(cells, reader), seen) }));
    const emails = read.flatMap(({ reading }) => ('values' in reading ? [reading.values.email.toLowerCase()] : []));
    const taken = await takenEmails(db, emails);
    yield read.map(({ row, cells, reading }) => ({ row, cells, errors: errorsOf(reading, taken) }));
  }
}

// The first row of an e-mail counts; later rows with the same e-mail get an error.
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

async function* batches(table: AsyncIterable<TableRow>) {
  let rows = [];
  for await (const row of table) {
    rows.push(row);
    if (rows.length < batch) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The cells of a row by field, as in the file. */
export type Cells = Partial<Record<ImportField, string>>;

interface RowError {
  readonly field: string;
  readonly messageKey: string;
}

/** The result of reading a row: a person to invite, or errors. */
export type Reading = { readonly values: UserValues } | { readonly errors: readonly RowError[] };

/** Reads one row by the rules of the form, with the rights of the importing user's role. */
export function readRow(cells: Cells, { role: ownRole, words }: { role: Role; words: Vocabulary }): Reading {
  const { role = '', phoneNumber, phoneType = '', language = '', ...texts } = cells;
  const parsed = userRules.safeParse({
    ...texts,
    phoneNumber: phoneNumber?.replace(beforeLostZero, '0'),
    role: role.trim() === '' ? undefined : (words.role(role) ?? role),
    phoneType: phoneType.trim() === '' ? null : (words.phoneType(phoneType) ?? phoneType),
    language: language.trim() === '' ? null : (words.language(language) ?? language),
  });
  if (!parsed.success) return { errors: flat(fieldErrors(parsed.error)) };
  const unstorable = unstorableField(parsed.data);
  if (unstorable !== undefined) return oneError(unstorable, 'messages.invalidValue');
  const { firstName, lastName } = parsed.data;
  const misnamed = nameErrors({ firstName, lastName }, staffNameProblem);
  if (Object.keys(misnamed).length > 0) return { errors: flat(misnamed) };
  if (!reaches(ownRole, parsed.data.role)) return oneError('role', 'messages.roleAboveOwn');
  return { values: parsed.data };
}

// Excel reads a phone number as a number and drops its leading 0: it leaves 9 digits of a landline's 10, and 10 of the 11
// digits that begin with 050 to 090.
const beforeLostZero = /^\s*(?=(?:[1-9]|[5-9]0)\d{8}\s*$)/;

export const oneError = (field: string, messageKey: string): Reading => ({ errors: [{ field, messageKey }] });

const flat = (errors: Readonly<Record<string, readonly string[]>>): RowError[] =>
  Object.entries(errors).flatMap(([field, keys]) => keys.map((messageKey) => ({ field, messageKey })));

// Those of the e-mails, in lower case, that are taken.
async function takenEmails(db: Queryable, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const email = sql<string>`lower(${users.email})`;
  // An e-mail is taken whosever school the account is of.
  const found = await beyondWall(db, async (all) =>
    all
      .select({ email })
      .from(users)
      .where(and(inArray(email, [...emails]), isNull(users.deletedAt))),
  );
  return new Set(found.map((user) => user.email));
}

/** The fields that a column of the file can have. */
export const importFields = ['email', 'lastName', 'firstName', 'role', 'phoneNumber', 'phoneType', 'language'] as const;
export type ImportField = (typeof importFields)[number];

/** The fields that every file must have. */
export const requiredFields: readonly ImportField[] = ['email', 'lastName', 'firstName', 'role'];

// Further headings that schools use, besides the words of our screens.
const headings: Record<ImportField, readonly string[]> = {
  email: ['email', 'email address', 'mail', 'メール', 'eメール', '電子メール', 'メアド'],
  lastName: ['surname', 'family name', '苗字', '名字', '氏'],
  firstName: ['given name', '名前（名）', '下の名前'],
  role: ['user role', '権限', 'ロール', '役職', '種別'],
  phoneNumber: ['phone', 'telephone', 'tel', '電話', 'TEL'],
  phoneType: ['type of phone', '電話種別'],
  language: ['lang', 'メールの言語'],
};

const roleNames: Record<string, readonly string[]> = {
  SuperAdmin: ['super admin'],
  Administrator: ['admin'],
  SchoolOwner: ['owner', 'school administrator', 'オーナー', '校長'],
  Teacher: ['教師', '教員', '講師'],
};
const phoneTypeNames = { 1: ['1', 'landline', '固定'], 2: ['2', 'mobile', 'cell', '携帯'] } as const;
const languageNames = { en: ['en'], jp: ['jp', 'ja'] } as const;

/** Reads the words of a file, in both languages. */
export interface Vocabulary {
  readonly headings: readonly (readonly [heading: string, field: ImportField])[];
  readonly role: (cell: string) => string | undefined;
  readonly phoneType: (cell: string) => number | undefined;
  readonly language: (cell: string) => string | undefined;
}

/** The vocabulary of files in both languages. */
export const vocabulary = async ({ settings }: Uses<'settings'>) =>
  vocabularyOf(await Promise.all(languages.map((language) => userWords(settings, language))));

function vocabularyOf(languages: readonly UserWords[]): Vocabulary {
  const say = (key: string): string[] => languages.map((words) => words(key));
  const fields = importFields.map((field) => [field, [field, ...say(`users.${field}`), ...headings[field]]] as const);
  const types = ([1, 2] as const).map(
    (type) => [type, [...say(phoneTypeWords[type]), ...phoneTypeNames[type]]] as const,
  );
  const tongues = (['en', 'jp'] as const).map(
    (tongue) => [tongue, [...say(languageWords[tongue]), ...languageNames[tongue]]] as const,
  );
  return {
    headings: fields.flatMap(([field, names]) => names.map((name) => [name, field] as const)),
    role: finder(roles.map((role) => [role, [role, ...say(roleWord(role)), ...(roleNames[role] ?? [])]] as const)),
    phoneType: finder(types),
    language: finder(tongues),
  };
}

function finder<Value>(known: readonly (readonly [Value, readonly string[]])[]): (text: string) => Value | undefined {
  const values = new Map(known.flatMap(([value, names]) => names.map((name) => [plainHeading(name), value] as const)));
  return (text) => values.get(plainHeading(text));
}

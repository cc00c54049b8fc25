import { z } from 'zod';
import { staffOf } from '../access.ts';
import { languages } from '../languages.ts';
import { operation } from './operation.ts';
import { userFilters } from './users.ts';
import { dateTime, fileLink, id, idOf } from './values.ts';

const megabyte = 1024 * 1024;

export const importStates = ['checked', 'waiting', 'running', 'done'] as const;

const rowError = z.object({
  /** Spreadsheet numbering: the headings are row 1. */
  row: z.int(),
  /** A field of the user. */
  field: z.string(),
  messageKey: z.string(),
});

/** An import file and its progress. */
export const userImport = z.object({
  /** Null for a dry run, which stores nothing. */
  id: id.nullable(),
  /** `checked` after a dry run; else the job waits, runs or is done. */
  state: z.enum(importStates),
  fileName: z.string(),
  /** The detected encoding: `UTF-8`, `UTF-16LE`, `UTF-16BE` or `Shift_JIS`. */
  encoding: z.string(),
  delimiter: z.string(),
  total: z.int(),
  processed: z.int(),
  /** In a dry run, the number that would be created. */
  created: z.int(),
  failed: z.int(),
  /** The errors by row, at most 500; the result file has all. */
  errors: z.array(rowError),
  /** Every row with its outcome, as CSV; null until the job is done. */
  resultFile: fileLink.nullable(),
  createdAt: dateTime,
  finishedAt: dateTime.nullable(),
});
export type UserImport = z.output<typeof userImport>;

const access = staffOf('users');
const language = z.enum(languages).default('en');

export const exportUsers = operation({
  name: 'exportUsers',
  method: 'GET',
  path: '/User/export',
  summary:
    'The members of staff the caller may see, filtered as in the list, as a CSV file (UTF-8 with a byte order mark, CRLF) that `importUsers` takes back. Its headings and words are in the language that is asked for.',
  limits: 'the link opens for ten minutes, and only while its maker may still see users',
  access,
  whose: 'each for the users they see',
  query: z.object({ ...userFilters, Language: language }),
  response: fileLink,
  file: 'text/csv',
});

export const importUsers = operation({
  name: 'importUsers',
  method: 'POST',
  path: '/User/import',
  summary:
    'Invites the people of a CSV file by the rules of `createUser`: UTF-8, UTF-16 or Shift_JIS, separated by commas, tabs or semicolons, headings in English or Japanese, the file of `exportUsers` included. With `dryRun` nothing is written and the answer says what would happen. The file is read whole before the answer; a job then invites row by row, which `userImport` follows and which goes on after a restart. Rows that are wrong are left out and told. Sent twice, it invites nobody twice: their e-mails are taken.',
  limits: '10 MB, 10,000 people',
  access,
  form: {
    fields: z.object({
      dryRun: z
        .enum(['true', 'false'], { error: 'messages.invalidValue' })
        .default('false')
        .transform((value) => value === 'true'),
    }),
    files: { file: { kind: 'table', maximum: 10 * megabyte } },
  },
  response: userImport,
  status: 202,
  problems: {
    400: 'on `file`: `messages.tableColumnsMissing` (`columns` in `messageValues`), `messages.tableEmpty`, `messages.tableTooLong` (`rows`), `messages.tableBroken` (`row`)',
    413: '`messages.fileTooLarge`',
    415: '`messages.tableUnreadable` for what is no table',
  },
});

export const userImportById = operation({
  name: 'userImport',
  method: 'GET',
  path: '/User/import/{id}',
  summary:
    "How far an import has come; ask again every second or two until it is done. The caller's own; administrators see all.",
  access,
  whose: 'administrators all, a SchoolOwner their own',
  params: z.object({ id: idOf('userImport') }),
  query: z.object({ Language: language }),
  response: userImport,
  problems: { 404: '`messages.notFound`, after 30 days too' },
});

import { z } from 'zod';
import { staffOf } from '../access.ts';
import { languages } from '../languages.ts';
import { rosterPackageMaximum } from '../rules/files.ts';
import { operation } from './operation.ts';
import { upsertOutcomes } from './upserts.ts';
import { dateTime, fileLink, id, idempotencyKey, idOf } from './values.ts';

/** `checked` is the end of a dry run. `failed` means that the job gave up; its finished writes stay. */
export const rosterImportStates = ['waiting', 'running', 'checked', 'done', 'failed'] as const;

/** The outcome of a row; a `skipped` row has no error and was left as it was. An `updated` one can have a message too. */
export const rosterOutcomes = [...upsertOutcomes, 'skipped'] as const;

/** The most courses of one package. */
const mostCourses = 2000;

const rosterCourse = z.object({
  /** Its `sourcedId` in the package. */
  courseId: z.string(),
  title: z.string(),
  code: z.string(),
  /** How many classes follow it. */
  classes: z.int(),
  /** The textbook of its new classes; null leaves them out. */
  textBookId: id.nullable(),
});

const rosterRow = z.object({
  /** The file of the package, such as `users.csv`. */
  file: z.string(),
  /** Spreadsheet numbering: the headings are row 1. */
  row: z.int(),
  sourcedId: z.string(),
  outcome: z.enum(rosterOutcomes),
  /** The field that is wrong, where it is one. */
  problems: z.array(z.object({ field: z.string().nullable(), messageKey: z.string() })),
});

/** A OneRoster package with the result of its import. */
export const rosterImport = z.object({
  id,
  state: z.enum(rosterImportStates),
  dryRun: z.boolean(),
  fileName: z.string(),
  total: z.int(),
  processed: z.int(),
  /** The number of created rows. In a dry run, this and the next four numbers are those of a real import. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  refused: z.int(),
  /** Files of the package that are not read. */
  ignoredFiles: z.array(z.string()),
  courses: z.array(rosterCourse),
  /** The rows that were refused or skipped, and those that took a teacher off a class: at most 500, the refused ones first. The result file has all rows. */
  rows: z.array(rosterRow),
  /** Every row with its outcome, as CSV; null until the job is done. */
  resultFile: fileLink.nullable(),
  createdAt: dateTime,
  finishedAt: dateTime.nullable(),
});
export type RosterImport = z.output<typeof rosterImport>;

const access = staffOf('users');
const params = z.object({ id: idOf('rosterImport') });
const language = z.enum(languages).default('en');

export const importRoster = operation({
  name: 'importRoster',
  method: 'POST',
  path: '/Roster/import',
  summary:
    'Brings in a OneRoster 1.2 CSV package, that of the Japan profile included: a ZIP with `manifest.csv`, `orgs.csv`, `users.csv`, `roles.csv` and, where there are classes, `academicSessions.csv`, `courses.csv`, `classes.csv`, `enrollments.csv`; other files are named and not read. The package is read whole before the answer; a job then writes row by row, by the rules of `upsertUsers`, `upsertClasses` and `addClassStudents`, which `rosterImport` follows and which goes on after a restart. Teachers, classes and children are found again by their `sourcedId`; with `dryRun` the job rolls everything back and says what would happen. Each row has its own outcome, and a row that is refused stops no other. Nothing is deleted: the same package again changes nothing, and rows that are not in it, and those marked `tobedeleted`, stay as they are. Only a teacher whose enrollment in a listed class is marked or has ended is taken off that class, as long as the package has another teacher for it.',
  limits: '10 MB, 64 MB unpacked, 100,000 rows',
  access,
  whose: 'each for the schools they manage',
  form: {
    fields: z.object({
      dryRun: z
        .enum(['true', 'false'], { error: 'messages.invalidValue' })
        .default('false')
        .transform((value) => value === 'true'),
      idempotencyKey,
    }),
    files: { file: { kind: 'archive', maximum: rosterPackageMaximum } },
  },
  response: rosterImport,
  status: 202,
  problems: {
    400: 'on `file`: `messages.rosterFileMissing` (`file` in `messageValues`), `messages.rosterVersion`, `messages.rosterColumnsMissing` (`file`, `columns`), `messages.rosterFileBroken` (`file`, `row`), `messages.tableTooLong` (`rows`), `messages.tableEmpty`',
    413: '`messages.fileTooLarge`, `messages.rosterTooLarge` for a package that grows too large when it is unpacked',
    415: '`messages.rosterUnreadable` for what is no archive',
  },
});

export const startRosterImport = operation({
  name: 'startRosterImport',
  method: 'POST',
  path: '/Roster/import/{id}/start',
  summary:
    'Brings in a package that a dry run has checked, without sending it again, and says which textbook the classes of each course get. Asked again for one that was started, the answer is the same import.',
  access,
  whose: "the caller's own; administrators all",
  params,
  body: z.object({
    textBooks: z
      .array(z.object({ courseId: z.string(), textBookId: idOf('textBook') }), { error: 'messages.invalidValue' })
      .max(mostCourses, { error: 'messages.tooManyAtOnce' })
      .default([]),
  }),
  response: rosterImport,
  status: 202,
  problems: {
    404: '`messages.notFound`, after a day too for a package that was only checked',
    409: '`messages.rosterNotChecked` while the check runs, or after it failed',
  },
});

export const rosterImportById = operation({
  name: 'rosterImport',
  method: 'GET',
  path: '/Roster/import/{id}',
  summary:
    "How far an import of a roster has come; ask again every second or two until it is checked, done or has failed. The caller's own; administrators see all.",
  limits: 'the link opens for ten minutes, and only while its maker may still see users',
  access,
  whose: 'administrators all, a SchoolOwner their own',
  params,
  query: z.object({ Language: language }),
  response: rosterImport,
  problems: { 404: '`messages.notFound`, after 30 days too' },
});

export const exportRoster = operation({
  name: 'exportRoster',
  method: 'GET',
  path: '/Roster/export',
  summary:
    "The running classes that the caller may see, with their schools, textbooks, teachers and children, as a OneRoster 1.2 CSV package with the columns of the Japan profile (ZIP; UTF-8), which `importRoster` takes back. Rows have the ids of the school's own system where there are any, else ours. Codes that open classes are not in it. Written into the audit log as `export`.",
  limits:
    '100,000 rows in all files, about 33,000 children; the link opens for ten minutes, and only while its maker may still see users',
  access,
  whose: 'each for the classes they see',
  query: z.object({
    /** The classes of one school. */
    SchoolId: idOf('school').optional(),
  }),
  response: fileLink,
  file: 'application/zip',
  problems: {
    409: '`messages.rosterTooMany` for more rows than `importRoster` takes, `messages.rosterSameId` where two people have one external ID',
  },
});

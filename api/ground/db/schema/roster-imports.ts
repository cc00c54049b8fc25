import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-keys.ts';
import { isBetween, isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

const states = ['waiting', 'running', 'checked', 'done', 'failed'] as const;
const kinds = ['school', 'person', 'class', 'teacher', 'student', 'other'] as const;
const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'refused'] as const;

/** A course of the package: the classes that follow it, and the textbook that its classes get. */
export interface RosterCourse {
  readonly sourcedId: string;
  readonly title: string;
  readonly code: string;
  readonly classes: number;
  readonly textBookId: string | null;
}

/** A package of a roster (OneRoster CSV). Its rows are read once, checked and then brought in by a job. */
export const rosterImports = pgTable(
  'roster_imports',
  {
    id: id(),
    createdById: uuid('created_by_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key that its maker's program called with: the job keeps to the key's limits. */
    apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    requestId: text('request_id').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state', { enum: states }).notNull().default('waiting'),
    /** Whether the job rolls back its writes, so that the outcomes are those that a real import would have. */
    dryRun: boolean('dry_run').notNull(),
    total: integer('total').notNull(),
    /** Files of the package that are not read. */
    ignoredFiles: text('ignored_files').array().notNull(),
    courses: jsonb('courses').$type<readonly RosterCourse[]>().notNull(),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('roster_imports_state_known', isOneOf(t.state, states)),
    ...lengthChecks('roster_imports', [
      [t.requestId, 1, 200],
      [t.fileName, 1, 200],
    ]),
    index('roster_imports_created_by_idx').on(t.createdById),
    index('roster_imports_api_key_idx').on(t.apiKeyId),
    index('roster_imports_created_idx').on(t.createdAt),
  ],
);

interface RosterProblem {
  readonly field: string | null;
  readonly messageKey: string;
}

/** A row of the package. Its data about people is kept until the import is done, and its outcome for a month. */
export const rosterImportRows = pgTable(
  'roster_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => rosterImports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Rows of one unit are written together, such as a class with its children. */
    unit: integer('unit').notNull(),
    kind: text('kind', { enum: kinds }).notNull(),
    file: text('file').notNull(),
    /** The row's number in a spreadsheet: the headings are row 1. */
    line: integer('line').notNull(),
    sourcedId: text('sourced_id').notNull(),
    /** Null once the import is done. */
    values: jsonb('values'),
    /** Null for a row that waits; one that reading refused has its outcome from the beginning. */
    outcome: text('outcome', { enum: outcomes }),
    problems: jsonb('problems').$type<readonly RosterProblem[]>(),
    /** The outcome was final when the package was read. */
    settled: boolean('settled').notNull(),
  },
  (t) => [
    primaryKey({ name: 'roster_import_rows_pk', columns: [t.importId, t.position] }),
    check('roster_import_rows_kind_known', isOneOf(t.kind, kinds)),
    check('roster_import_rows_outcome_known', isOneOf(t.outcome, outcomes)),
    check('roster_import_rows_line_range', isBetween(t.line, 1, 1_000_000)),
    ...lengthChecks('roster_import_rows', [[t.sourcedId, 0, 200]]),
    index('roster_import_rows_waiting_idx')
      .on(t.importId, t.unit)
      .where(sql`${t.outcome} is null`),
  ],
);

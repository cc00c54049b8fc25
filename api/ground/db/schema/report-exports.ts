import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReportQuestion } from '#schema/rest/report-exports.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, id, instant } from './columns.ts';
import { users } from './users.ts';

const reports = ['visitors', 'usage', 'views'] as const;
const states = ['waiting', 'running', 'done', 'failed'] as const;

/** A report's rows on their way into a file, which is there when the state is `done`. Kept for a day. */
export const reportExports = pgTable(
  'report_exports',
  {
    id: id(),
    createdById: uuid('created_by_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    report: text('report', { enum: reports }).notNull(),
    /** Days, part, order and language, as they were asked for. */
    question: jsonb('question').$type<Omit<ReportQuestion, 'Report'>>().notNull(),
    state: text('state', { enum: states }).notNull().default('waiting'),
    rowsDone: integer('rows_done').notNull().default(0),
    rowsTotal: integer('rows_total'),
    storageKey: text('storage_key').notNull().unique('report_exports_storage_key_unique'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    check('report_exports_report_known', isOneOf(t.report, reports)),
    check('report_exports_state_known', isOneOf(t.state, states)),
    check('report_exports_rows_add_up', sql`${t.rowsDone} between 0 and coalesce(${t.rowsTotal}, 0)`),
    ...lengthChecks('report_exports', [[t.storageKey, 8, 120]]),
    index('report_exports_created_by_idx').on(t.createdById),
    index('report_exports_created_idx').on(t.createdAt),
  ],
);

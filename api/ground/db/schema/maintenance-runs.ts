import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { isOneOf } from './checks.ts';
import { id, instant } from './columns.ts';

const kinds = ['sweep', 'backup', 'restore_check', 'key_rotation'] as const;
const outcomes = ['done', 'held', 'failed'] as const;

/** Maintenance runs with their results, for the operator. `npm run doctor` checks the last run of each kind. */
export const maintenanceRuns = pgTable(
  'maintenance_runs',
  {
    id: id(),
    kind: text('kind', { enum: kinds }).notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    /** Null while it runs, and of a run whose process died. `held`: it stopped before it did harm. */
    outcome: text('outcome', { enum: outcomes }),
    /** Counts, places and reasons, by name; never a secret. */
    details: jsonb('details').$type<Record<string, string | number | boolean>>().notNull().default({}),
  },
  (t) => [
    check('maintenance_runs_kind_known', isOneOf(t.kind, kinds)),
    check('maintenance_runs_outcome_known', isOneOf(t.outcome, outcomes)),
    index('maintenance_runs_kind_idx').on(t.kind, t.startedAt),
  ],
);

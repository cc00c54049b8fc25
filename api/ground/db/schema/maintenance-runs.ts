import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { isOneOf } from './checks.ts';
import { id, instant } from './columns.ts';

const kinds = ['sweep', 'backup', 'restore_check', 'key_rotation'] as const;
const outcomes = ['done', 'held', 'failed'] as const;

/** A piece of upkeep and what came of it, for the operator: the last of each kind is what `npm run doctor` looks at. */
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

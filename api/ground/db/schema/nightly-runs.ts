import { index, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** A night's clean-up that was completed, with the number of rows that it removed, by kind. */
export const nightlyRuns = pgTable(
  'nightly_runs',
  {
    id: id(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at').notNull().defaultNow(),
    removed: jsonb('removed').$type<Record<string, number>>().notNull(),
  },
  (t) => [index('nightly_runs_finished_idx').on(t.finishedAt)],
);

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A row of `printed_codes` in a statement, by its alias or table. */
type Row = SQL | SQLWrapper;

/** Whether a planned target has taken effect. No job sets it: each statement compares the instant. */
export const planHasStarted = (row: Row): SQL<boolean> => sql<boolean>`coalesce(${row}.planned_at <= now(), false)`;

/** The printed code whose entity the codes of `row` open now; null when they open their own. */
export const currentTarget = (row: Row): SQL<string | null> =>
  sql<string | null>`(case when ${planHasStarted(row)} then ${row}.planned_target_id else ${row}.target_id end)`;

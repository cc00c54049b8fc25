import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

// The clocks of two machines may differ a little.
const toleranceMs = 3_600_000;

/** Whether an instant lies in the future: a clock was wrong when it was written. */
export const isDatedAhead = (instant: Date, now = Date.now()): boolean => instant.getTime() > now + toleranceMs;

/** The same for a column, by the database's clock. */
export const datedAhead = (column: SQLWrapper): SQL =>
  sql`${column} > now() + make_interval(secs => ${sql.raw(String(toleranceMs / 1000))})`;

import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** Whether an instant is so many days past; with 0 days, which is for ever, nothing is. */
export function olderThan(instant: SQLWrapper, days: number): SQL {
  return days === 0 ? sql`false` : sql`${instant} < now() - make_interval(days => ${sql.raw(String(days))})`;
}

import { type SQL, sql } from 'drizzle-orm';

/** The calendar day at a moment, `2026-04-01`, where the school is. */
export function schoolDay(timeZone: string, at = new Date()): string {
  // Swedish writes dates the way ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}

/** The moment when a calendar day begins where the school is, for queries. */
export const beginningOf = (day: string, timeZone: string): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`;

import { type Placeholder, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

// Cached, since creating a formatter takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>();

interface LastDay {
  /** Since 1970. Clocks of all zones differ by whole seconds. */
  readonly second: number;
  readonly day: string;
}

// By the zone: hundreds of requests ask in the same second, and each formatting takes a tenth of a small read.
const lastDays = new Map<string, LastDay>();

/** The calendar day at a moment, `2026-04-01`, where the school is. */
export function schoolDay(timeZone: string, at = new Date()): string {
  const second = Math.floor(at.getTime() / 1000);
  const last = lastDays.get(timeZone);
  if (last?.second === second) return last.day;
  // Swedish writes dates the way ISO does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formats.set(timeZone, format);
  const day = format.format(at);
  lastDays.set(timeZone, { second, day });
  return day;
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** The date and time at a moment, `2026-04-01 18:05`, where the school is; spreadsheets read it as a time. */
export function schoolTime(timeZone: string, at: Date): string {
  const format =
    timeFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  timeFormats.set(timeZone, format);
  return format.format(at);
}

/** The day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The moment when a calendar day begins where the school is, for queries. */
export const beginningOf = (day: string | Placeholder, timeZone: string | Placeholder): SQL =>
  sql`(${day}::date::timestamp at time zone ${timeZone}::text)`;

/** The calendar day of an instant in the school's zone, for queries. All counts by day use it. */
export const dayOf = (moment: SQLWrapper, timeZone: string | Placeholder): SQL =>
  sql`(${moment} at time zone ${timeZone}::text)::date`;

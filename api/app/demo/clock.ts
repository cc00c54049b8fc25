import { addDays, schoolDay } from '#api/ground/school-day.ts';
import { instantsIn } from '#schema/time-zone.ts';

/** The base of the demo school's dates, so that they look recent whenever the school is made. */
export interface SchoolClock {
  readonly now: Date;
  readonly today: string;
  /** The year in whose April the running Japanese school year began. */
  readonly year: number;
  /** The instant of a day's minute in the school's time zone; never later than now. */
  readonly at: (day: string, minute: number) => Date;
  /** The day so many days from today. */
  readonly day: (offset: number) => string;
}

const minuteMs = 60_000;

export function createClock(timeZone: string, now = new Date()): SchoolClock {
  const instantOf = instantsIn(timeZone);
  const today = schoolDay(timeZone, now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  return {
    now,
    today,
    year: month >= 4 ? year : year - 1,
    at(day, minute) {
      const instant = instantOf(Date.parse(day) + minute * minuteMs);
      return new Date(Math.min(instant.getTime(), now.getTime()));
    },
    day: (offset) => addDays(today, offset),
  };
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

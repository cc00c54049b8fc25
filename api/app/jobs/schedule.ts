import { type CronMatcher, type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { backUp } from '#api/app/backup/night.ts';
import { forgetExpired } from '#api/domains/auth/clean-up.ts';
import { forgetBoardSessions } from '#api/domains/board-sessions/clean-up.ts';
import { checkLinks } from '#api/domains/link-health/jobs.ts';
import { sweepMedia } from '#api/domains/media/sweep.ts';
import { forgetExports } from '#api/domains/report-exports/jobs.ts';
import { removeExpired } from '#api/domains/retention/clean-up.ts';
import { forgetRosters } from '#api/domains/roster-imports/jobs.ts';
import { moveClassCodes } from '#api/domains/school-year-turns/codes.ts';
import { endLostUploads } from '#api/domains/uploads/clean-up.ts';
import { openMonthsOfUse } from '#api/domains/usage/months.ts';
import { addUpPageViews } from '#api/domains/usage/rollup-updates.ts';
import { forgetImports } from '#api/domains/user-imports/jobs.ts';
import { tellWebhooks } from '#api/domains/webhooks/jobs.ts';
import { forgetFailed } from '#api/ground/jobs/forget-failed.ts';
import type { ClockJob } from '#api/ground/jobs/job.ts';
import { schoolTime } from '#api/ground/school-day.ts';

/** A job that runs once a day. */
interface DailyJob {
  readonly job: ClockJob;
  /** The time of day in the school's zone, `03:00`. */
  readonly at: string;
  /** No catch-up (backfill) when the server was off at that hour: the next night is soon enough. */
  readonly neverAtStart?: true;
}

/** The daily jobs; a new one adds a line here. */
export const daily: readonly DailyJob[] = [
  // Before the nightly removals.
  { job: backUp, at: '02:00' },
  { job: checkLinks, at: '03:00', neverAtStart: true },
  { job: endLostUploads, at: '03:15' },
  { job: forgetBoardSessions, at: '03:00' },
  { job: forgetExpired, at: '03:00' },
  { job: forgetExports, at: '03:00' },
  { job: forgetFailed, at: '03:00' },
  { job: forgetImports, at: '03:00' },
  { job: forgetRosters, at: '03:00' },
  { job: openMonthsOfUse, at: '02:45' },
  { job: removeExpired, at: '03:00' },
  { job: sweepMedia, at: '03:30', neverAtStart: true },
];

/** The jobs of every hour, for what begins with the day of each school's own zone; a new job adds a line here. */
export const hourly: readonly ClockJob[] = [
  // Before the first lesson of the new year.
  moveClassCodes,
];

/** All jobs of the night, for a run by hand. Codes move before the class that has them is removed. */
export const jobsOfNight: readonly ClockJob[] = [...hourly, ...daily.map(({ job }) => job)];

/** The jobs of every minute; a new job adds a line here. A run also does the work that earlier runs missed. */
const eachMinute: readonly ClockJob[] = [addUpPageViews, tellWebhooks];

const dayMs = 86_400_000;
// The pauses grow, so the attempts take over an hour: the place of the backups or the store may be away for a while.
export const dailyAttempts = 9;
// All attempts end within the hour.
const hourlyAttempts = 5;
const quarterMs = 15 * 60_000;
// The three hours before a minute: no zone sets its clock back by more than two.
const quartersBack = Array.from({ length: 12 }, (_, index) => index + 1);

/** The schedule for the queue. A server that was off at the hour catches up at its start (backfill). */
export function crontab(timeZone: string): ParsedCronItem[] {
  return parseCronItems([
    ...eachMinute.map(({ name }) => ({
      task: name,
      match: '* * * * *',
      options: { backfillPeriod: 0, jobKey: name, maxAttempts: 1 },
    })),
    ...hourly.map(({ name }) => ({
      task: name,
      match: '15 * * * *',
      // After hours without a server, one job stands for all of them.
      options: {
        backfillPeriod: dayMs,
        jobKey: name,
        jobKeyMode: 'preserve_run_at' as const,
        maxAttempts: hourlyAttempts,
      },
    })),
    ...daily.map(({ job: { name }, at, neverAtStart = false }) => ({
      task: name,
      match: timeOfDay(at, timeZone),
      options: { backfillPeriod: neverAtStart ? 0 : dayMs, jobKey: name, maxAttempts: dailyAttempts },
    })),
  ]);
}

/**
 * Matches the first minute of each day at which the zone's clock has reached the time; the queue gives minutes in UTC
 * without a year. On the nights when the clock changes, the time may not exist, or exist twice.
 */
export function timeOfDay(at: string, timeZone: string): CronMatcher {
  const past = Number(at.slice(-2));
  return (minute) => {
    // Offsets and changes of zones are multiples of a quarter hour. At a start the matcher is called for every minute of
    // a day, and Intl is slow.
    if ((minute.min - past) % 15 !== 0) return false;
    const time = nearest(minute);
    const clock = (quartersBefore: number) => schoolTime(timeZone, new Date(time - quartersBefore * quarterMs));
    const day = clock(0).slice(0, 10);
    const isReached = (quartersBefore: number) => {
      const shown = clock(quartersBefore);
      return shown.startsWith(day) && shown >= `${day} ${at}`;
    };
    return isReached(0) && !quartersBack.some(isReached);
  };
}

// The year matters only for daylight saving time; the year that puts the minute closest to now is used.
function nearest({ month, date, hour, min }: Parameters<CronMatcher>[0]): number {
  const now = Date.now();
  const years = [-1, 0, 1].map((more) => Date.UTC(new Date(now).getUTCFullYear() + more, month - 1, date, hour, min));
  return years.reduce((best, time) => (Math.abs(time - now) < Math.abs(best - now) ? time : best));
}

import { type CronMatcher, type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { backUp } from '#api/app/backup/night.ts';
import { forgetExpired } from '#api/domains/auth/clean-up.ts';
import { sweepMedia } from '#api/domains/media/sweep.ts';
import { forgetExports } from '#api/domains/report-exports/jobs.ts';
import { removeExpired } from '#api/domains/retention/clean-up.ts';
import { endLostUploads } from '#api/domains/uploads/clean-up.ts';
import { openMonthsOfUse } from '#api/domains/usage/months.ts';
import { forgetImports } from '#api/domains/user-imports/jobs.ts';
import { forgetFailed } from '#api/ground/jobs/forget-failed.ts';
import type { ClockJob } from '#api/ground/jobs/job.ts';

/** A job that the clock starts once a day. */
interface DailyJob {
  readonly job: ClockJob;
  /** The time of day in the school's zone, `03:00`. */
  readonly at: string;
  /** A server that was off at the hour does not catch up when it starts: the night after is soon enough. */
  readonly neverAtStart?: true;
}

/** What runs by itself; a new one is a line here. */
export const daily: readonly DailyJob[] = [
  // Before the night's removals.
  { job: backUp, at: '02:00' },
  { job: endLostUploads, at: '03:15' },
  { job: forgetExpired, at: '03:00' },
  { job: forgetExports, at: '03:00' },
  { job: forgetFailed, at: '03:00' },
  { job: forgetImports, at: '03:00' },
  { job: openMonthsOfUse, at: '02:45' },
  { job: removeExpired, at: '03:00' },
  { job: sweepMedia, at: '03:30', neverAtStart: true },
];

const dayMs = 86_400_000;

/** The schedule for the queue. A server that was off at the hour catches up when it starts. */
export function crontab(timeZone: string): ParsedCronItem[] {
  return parseCronItems(
    daily.map(({ job: { name }, at, neverAtStart = false }) => ({
      task: name,
      match: timeOfDay(at, timeZone),
      options: { backfillPeriod: neverAtStart ? 0 : dayMs, jobKey: name, maxAttempts: 5 },
    })),
  );
}

/** Whether a minute, told in UTC and without its year, is this time of day in the zone. */
export function timeOfDay(at: string, timeZone: string): CronMatcher {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const past = Number(at.slice(-2));
  // Zones are quarters of an hour apart. A start asks about every minute of a day, and a calendar is slow.
  return (minute) => (minute.min - past) % 15 === 0 && clock.format(nearest(minute)) === at;
}

// The year matters to summer time alone: it is the one that puts the minute closest to now.
function nearest({ month, date, hour, min }: Parameters<CronMatcher>[0]): number {
  const now = Date.now();
  const years = [-1, 0, 1].map((more) => Date.UTC(new Date(now).getUTCFullYear() + more, month - 1, date, hour, min));
  return years.reduce((best, time) => (Math.abs(time - now) < Math.abs(best - now) ? time : best));
}

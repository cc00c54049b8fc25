import { type CronMatcher, type ParsedCronItem, parseCronItems } from 'graphile-worker';
import type { TaskName } from './queue.ts';
import type { tasks } from './tasks.ts';

// Of a task that runs by the clock nobody can say what it is about.
type ByClock = {
  [Name in TaskName]: object extends Parameters<ReturnType<(typeof tasks)[Name]>>[0] ? Name : never;
}[TaskName];

/** A task that runs once a day. Its payload is of no use to it. */
interface DailyTask {
  readonly task: ByClock;
  /** The time of day in the school's zone, `03:00`. */
  readonly at: string;
  /** A server that was off at the hour does not catch up when it starts: the night after is soon enough. */
  readonly neverAtStart?: true;
}

/** What runs by itself; a new one is a line here. */
export const daily: readonly DailyTask[] = [
  // Before the night's removals.
  { task: 'backUp', at: '02:00' },
  { task: 'endLostUploads', at: '03:15' },
  { task: 'forgetExpired', at: '03:00' },
  { task: 'forgetExports', at: '03:00' },
  { task: 'forgetFailed', at: '03:00' },
  { task: 'forgetImports', at: '03:00' },
  { task: 'openMonthsOfUse', at: '02:45' },
  { task: 'removeExpired', at: '03:00' },
  { task: 'sweepMedia', at: '03:30', neverAtStart: true },
];

const dayMs = 86_400_000;

/** The schedule for the queue. A server that was off at the hour catches up when it starts. */
export function crontab(timeZone: string): ParsedCronItem[] {
  return parseCronItems(
    daily.map(({ task, at, neverAtStart = false }) => ({
      task,
      match: timeOfDay(at, timeZone),
      options: { backfillPeriod: neverAtStart ? 0 : dayMs, jobKey: task, maxAttempts: 5 },
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

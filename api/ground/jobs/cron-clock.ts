import type { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { doneMigrations } from '#api/ground/db/schema-state.ts';

const dayMs = 86_400_000;

// This process's clock, as the queue compares with it. A clock before the newest migration is behind itself: set back to
// such a time, the queue would do all the nights since then anew.
const setBack = `
  update graphile_worker._private_known_crontabs set last_execution = $1::timestamptz
  where last_execution > $1::timestamptz + interval '1 day'
    and $1::timestamptz > (select to_timestamp(max(created_at) / 1000.0) from ${doneMigrations})
  returning identifier`;

/**
 * Sets the last execution of scheduled jobs back to now where it is more than a day ahead. The queue (graphile-worker)
 * schedules nothing before that time, so a clock that was ahead for a minute would stop these jobs for years.
 */
export async function setCronBack(pool: Pool, logger: Logger): Promise<void> {
  const { rows } = await pool.query<{ identifier: string }>(setBack, [new Date().toISOString()]);
  if (rows.length === 0) return;
  const jobs = rows.map(({ identifier }) => identifier).sort();
  logger.warn({ jobs }, 'jobs: a clock was ahead; the schedule goes on from now');
}

/**
 * Calls back when this process's clock was set by more than a day. The queue would wait until the minute that it
 * expects, or schedule each minute in between; a start begins with the present minute.
 */
export function onClockSet(events: EventEmitter, restart: () => void): void {
  const compare = ({ currentTimestamp, expectedTimestamp }: Fired): void => {
    if (Math.abs(currentTimestamp - expectedTimestamp) > dayMs) restart();
  };
  events.on('cron:prematureTimer', compare);
  events.on('cron:overdueTimer', compare);
}

/** The queue's event, with both times in milliseconds since 1970. */
interface Fired {
  readonly currentTimestamp: number;
  readonly expectedTimestamp: number;
}

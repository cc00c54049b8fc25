import { EventEmitter } from 'node:events';
import { type ParsedCronItem, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { HeldLock } from '#api/ground/db/held-lock.ts';
import type { Uses } from '#api/ground/services.ts';
import { onClockSet, setCronBack } from './cron-clock.ts';
import type { JobHandler } from './job.ts';
import { overdueEnd } from './overdue-end.ts';
import { showPresence } from './presence.ts';
import { taskList } from './task-list.ts';
import { workerLogger } from './worker-logger.ts';

const lookMs = 2_000;
const fruitlessLooks = 15;

export interface JobWork extends Uses<'settings' | 'logger'> {
  readonly handlers: readonly JobHandler[];
  /** The schedule of jobs that the queue adds. */
  readonly crontab: ParsedCronItem[];
}

/**
 * Works on jobs until `stop` aborts and the last job is done. Rejects when the queue gives up, for example after a long
 * outage.
 */
export async function work(
  { settings, logger, handlers, crontab }: JobWork,
  pool: Pool,
  stop: AbortSignal,
): Promise<void> {
  const events = new EventEmitter();
  const overdue = overdueEnd(events);
  // Handled by the race below.
  overdue.catch(() => {});
  let presence: HeldLock | undefined;
  await setCronBack(pool, logger);
  const runner = await run({
    pgPool: pool,
    taskList: taskList(handlers, logger),
    parsedCronItems: crontab,
    logger: workerLogger(logger),
    events,
    noHandleSignals: true,
    concurrency: settings.worker.jobsAtOnce,
    pollInterval: lookMs,
    preset: {
      // Without any delay the queue does not retry to record that a job is done, and the process would die of the
      // error.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'presence',
          worker: {
            hooks: {
              // The presence lock is taken before the first job: a worker that holds a job must be seen as alive.
              async startWorker(_context, { worker }) {
                presence ??= showPresence(settings.sessionUrl, worker.workerPool.id, logger);
                await presence.shown;
              },
            },
          },
        },
      ],
    },
  });
  const end = () => void runner.stop().catch(() => {});
  onFruitlessLooks(events, end);
  onClockSet(events, end);
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    await Promise.race([runner.promise, overdue]);
  } finally {
    stop.removeEventListener('abort', end);
    await presence?.end();
  }
}

// The queue remembers a failure of its first poll; only a restart clears it.
function onFruitlessLooks(events: EventEmitter, giveUp: () => void): void {
  let fruitless = 0;
  const found = () => (fruitless = 0);
  events.on('worker:getJob:empty', found);
  events.on('job:start', found);
  events.on('worker:getJob:error', () => {
    fruitless += 1;
    if (fruitless === fruitlessLooks) giveUp();
  });
}

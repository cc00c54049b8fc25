import { EventEmitter } from 'node:events';
import { type ParsedCronItem, run } from 'graphile-worker';
import type { Pool } from 'pg';
import type { HeldLock } from '#api/ground/db/held-lock.ts';
import type { Uses } from '#api/ground/services.ts';
import type { JobHandler } from './job.ts';
import { overdueEnd } from './overdue-end.ts';
import { showPresence } from './presence.ts';
import { taskList } from './task-list.ts';
import { workerLogger } from './worker-logger.ts';

const lookMs = 2_000;
const fruitlessLooks = 15;

export interface JobWork extends Uses<'settings' | 'logger'> {
  readonly handlers: readonly JobHandler[];
  /** When the queue adds jobs by itself. */
  readonly crontab: ParsedCronItem[];
}

/** Works on jobs until told to stop and the last one is done. Rejects when the queue gives up, as after a long outage. */
export async function work(
  { settings, logger, handlers, crontab }: JobWork,
  pool: Pool,
  stop: AbortSignal,
): Promise<void> {
  const events = new EventEmitter();
  const overdue = overdueEnd(events);
  // A rejection before the race below is no error of its own.
  overdue.catch(() => {});
  let presence: HeldLock | undefined;
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
      // Told to wait not at all, the queue does not try again to say that a job is done, and the process would die of it.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'presence',
          worker: {
            hooks: {
              // Before the first job is taken: whoever holds one must be seen to live.
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
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    await Promise.race([runner.promise, overdue]);
  } finally {
    stop.removeEventListener('abort', end);
    await presence?.end();
  }
}

// The queue remembers a failure of its first look for good; only a new start forgets it.
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

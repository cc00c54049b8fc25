import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '#api/ground/db/client.ts';
import { createSweep } from './sweep.ts';
import { type JobWork, work } from './work.ts';

const sweepMs = 4_000;
const pauseMs = 1_000;
const drainMs = 10_000;

export interface JobRunner {
  /** Takes no more jobs and gives running ones ten seconds; another process retries what is not done. */
  close(): Promise<void>;
}

/** Works on jobs on its own connections until closed. */
export function startJobRunner(jobWork: JobWork): JobRunner {
  const { settings, logger } = jobWork;
  const onConnectionLost = (error: Error) => logger.debug({ err: error }, 'jobs: lost a connection');
  // One listens for new jobs, the others fetch and finish them.
  const { pool, close } = createDatabase(settings.sessionUrl, {
    max: settings.worker.jobsAtOnce + 2,
    onConnectionLost,
  });
  const stopping = new AbortController();
  const again = repeat.bind(null, stopping.signal);

  const working = again(pauseMs, async () => {
    await work(jobWork, pool, stopping.signal).catch((error: unknown) => {
      logger.warn({ err: error }, 'jobs: stopped, and start again');
    });
  });
  const sweep = createSweep(pool, logger);
  const sweeping = again(sweepMs, async () => {
    await sweep().catch((error: unknown) => logger.debug({ err: error }, 'jobs: could not look for dead processes'));
  });

  return {
    async close() {
      stopping.abort();
      await Promise.race([working, delay(drainMs, undefined, { ref: false })]);
      await sweeping;
      await close();
    },
  };
}

async function repeat(stop: AbortSignal, ms: number, step: () => Promise<void>): Promise<void> {
  while (!stop.aborted) {
    await step();
    // The end wakes it early.
    await delay(ms, undefined, { signal: stop }).catch(() => {});
  }
}

import type { Logger } from 'pino';
import type { Database } from '#api/ground/db/client.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import { lockNotAvailable, lockRollups, waitAtMost } from './lock.ts';
import { addUpPending, hasPending, rowsPerStatement } from './pending.ts';

/** Each minute, for the pending rows of a process that died before it added them up. */
export const addUpPageViews = declareClockJob('addUpPageViews');

/** Adds pending page views up into the rollups, at most once at a time in a process. */
export interface RollupUpdates {
  /** Adds up in the background after a short delay, in which more page views can gather. */
  soon(): void;
  /**
   * Resolves when the rollups contain everything that was stored before the call, so that a report shows each page view
   * that was answered. While a rebuild holds the rollup lock, or without the database, they stay as they are.
   */
  now(): Promise<void>;
  /** Starts no further run, and resolves when the current run has ended. The next process adds up the remaining rows. */
  close(): Promise<void>;
}

// In milliseconds. The fixed cost of adding up is high, so a busy process adds up once a second.
const gatherMs = 1000;
// Another process adds up within this time; a rebuild takes longer.
const longestWaitMs = 500;

export function createRollupUpdates({ db, logger }: { readonly db: Database; readonly logger: Logger }): RollupUpdates {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function addUp(): Promise<void> {
    try {
      // Beyond the wall: the rollups cover all schools, whoever asked for the report.
      while (!closed && (await beyondWall(db, addUpOnce)) === rowsPerStatement);
    } catch (error) {
      if (databaseError(error)?.code !== lockNotAvailable) logger.warn({ err: error }, 'usage: could not add up');
    }
  }

  function start(): Promise<void> {
    running = addUp().finally(() => (running = undefined));
    return running;
  }

  const updates: RollupUpdates = {
    soon() {
      if (closed) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void updates.now();
      }, gatherMs);
    },
    async now() {
      if (closed) return;
      if (!running) return start();
      // The current run may have begun before the last page views were stored; all callers share the next one.
      next ??= running.then(() => {
        next = undefined;
        return start();
      });
      return next;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await next;
      await running;
    },
  };
  return updates;
}

async function addUpOnce(db: Database): Promise<number> {
  if (!(await hasPending(db))) return 0;
  return db.transaction(async (tx) => {
    await waitAtMost(tx, longestWaitMs);
    await lockRollups(tx);
    return addUpPending(tx);
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import { workerLogger } from './worker-logger.ts';
import { keptAlive } from '#api/ground/db/kept-alive.ts';

const turnPauseMs = 500;

/** Brings the queue's own tables (schema `graphile_worker`) up to date; processes that start together take turns. */
export async function migrateJobs(url: string, logger: Logger): Promise<void> {
  // Without the time limits of a request.
  const pool = new Pool({ connectionString: url, max: 2, application_name: 'manabook migrations', ...keptAlive });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const turn = await pool.connect();
    try {
      const tryLock = 'select pg_try_advisory_lock($1) as mine';
      while (!(await turn.query<{ mine: boolean }>(tryLock, [lockKeys.queueMigration])).rows[0]?.mine)
        await delay(turnPauseMs);
      await runMigrations({ pgPool: pool, logger: workerLogger(logger) });
    } finally {
      // Ends the connection and with it the advisory lock.
      turn.release(true);
    }
  } finally {
    await pool.end();
  }
}

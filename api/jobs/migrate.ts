import { runMigrations } from 'graphile-worker';
import type { Logger } from 'pino';
import { createDatabase } from '#api/db/client.ts';
import { workerLogger } from './worker-logger.ts';

// Any number will do, as long as every API process waits for the same one.
const migrationLock = 7_232_027;

/** Brings the queue's own tables (schema `graphile_worker`) up to date; processes that start together take turns. */
export async function migrateJobs(url: string, logger: Logger): Promise<void> {
  const { pool, close } = createDatabase(url, { max: 2 });
  try {
    const turn = await pool.connect();
    try {
      await turn.query('select pg_advisory_lock($1)', [migrationLock]);
      await runMigrations({ pgPool: pool, logger: workerLogger(logger) });
    } finally {
      // Ended, and the lock with it.
      turn.release(true);
    }
  } finally {
    await close();
  }
}

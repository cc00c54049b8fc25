import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkDatabase } from './db/check-database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { isUnreachable } from './db/unavailable.ts';
import { migrateJobs } from './jobs/migrate.ts';
import type { Settings } from './settings.ts';

const waitMs = 30_000;
const pauseMs = 500;

/** Migrates, waiting up to 30 s for a database that is still starting. */
export async function prepareDatabase({ root, sessionUrl }: Settings, logger: Logger): Promise<void> {
  const end = Date.now() + waitMs;
  for (;;) {
    try {
      await checkDatabase(sessionUrl);
      await migrateDatabase({ url: sessionUrl, migrationsFolder: join(root, 'api/db/migrations') });
      await migrateJobs(sessionUrl, logger);
      return;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > end) throw error;
      logger.info('waiting for the database');
      await delay(pauseMs);
    }
  }
}

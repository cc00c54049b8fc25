import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkDatabase } from '#api/ground/db/check-database.ts';
import { migrateDatabase, type Report } from '#api/ground/db/migrate.ts';
import { migrationsFolder } from '#api/ground/db/schema-state.ts';
import { isUnreachable } from '#api/ground/db/unavailable.ts';
import { raiseWalls } from '#api/ground/db/wall/raise-walls.ts';
import { migrateJobs } from '#api/ground/jobs/migrate.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

const waitMs = 30_000;
const pauseMs = 500;

/** `npm run migrate`: migrates the queue's tables and ours. Waits up to 30 s for a database that is starting. */
export async function prepareDatabase({ root, sessionUrl }: Settings, logger: Logger, report?: Report): Promise<void> {
  const end = Date.now() + waitMs;
  for (;;) {
    try {
      await checkDatabase(sessionUrl);
      // Ours come last, since servers start and add jobs when our tables are up to date.
      await migrateJobs(sessionUrl, logger);
      await migrateDatabase({ url: sessionUrl, migrationsFolder: migrationsFolder(root), report });
      await raiseWalls(sessionUrl, report);
      return;
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > end) throw error;
      report?.('waiting for the database');
      await delay(pauseMs);
    }
  }
}

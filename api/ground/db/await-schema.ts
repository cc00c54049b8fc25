import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkDatabase } from './check-database.ts';
import type { Database } from './client.ts';
import { newerDatabase } from './migrate.ts';
import { type SchemaState, schemaState } from './schema-state.ts';
import { isUnreachable } from './unavailable.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

const unreachableMs = 30_000;
const pauseMs = 500;
const reminderMs = 30_000;

export interface Awaiting {
  readonly db: Database;
  readonly settings: Pick<Settings, 'root' | 'databaseUrl'>;
  readonly logger: Logger;
  /** The behaviour when migrations are missing: servers wait, commands refuse. */
  readonly whenOlder: 'wait' | 'refuse';
}

/**
 * Waits for a database with this version's schema: up to 30 s for one that is starting, without limit for one that
 * awaits migrations. Throws when the database is newer than this version.
 */
export async function awaitSchema({ db, settings, logger, whenOlder }: Awaiting): Promise<void> {
  const end = Date.now() + unreachableMs;
  let remindAt = 0;
  const remind = (line: string) => {
    if (Date.now() < remindAt) return;
    remindAt = Date.now() + reminderMs;
    logger.warn(line);
  };
  for (;;) {
    const state = await stateOf(db, settings).catch((error: unknown): SchemaState | 'away' => {
      if (!isUnreachable(error) || Date.now() > end) throw error;
      return 'away';
    });
    if (state === 'expected') return;
    if (state === 'newer') throw new Error(newerDatabase);
    if (state === 'older' && whenOlder === 'refuse')
      throw new Error('This database is older than this version of Manabook. Run `npm run migrate` first.');
    remind(state === 'away' ? 'waiting for the database' : 'waiting for the database to be migrated (npm run migrate)');
    await delay(pauseMs);
  }
}

async function stateOf(db: Database, { root, databaseUrl }: Awaiting['settings']): Promise<SchemaState> {
  await checkDatabase(databaseUrl);
  return schemaState(db, root);
}

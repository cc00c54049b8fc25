import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import { Client, type Pool } from 'pg';
import type { Database } from '#api/ground/db/client.ts';
import { installation, users } from '#api/ground/db/schema.ts';
import { newId } from '#api/ground/db/ids.ts';
import { crontab } from '#api/app/jobs/schedule.ts';
import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { startApi } from '#api/app/start.ts';
import { demoPassword } from './people.ts';
import { quickHash } from './quick-hash.ts';
import { apiSettings } from './settings.ts';

/** A database name of this run's own. */
export const databaseName = (prefix: string): string => `${prefix}_${newId().replaceAll('-', '')}`;

export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on the administration database, or on another one. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database as a copy of the template's files. PostgreSQL's default strategy writes every block to the log and
 * fills the buffers, which takes more than twice the processor time until the database is dropped.
 */
export const cloneDatabase = (adminUrl: string, name: string, template = requiredVariable('TEST_TEMPLATE')) =>
  administer(adminUrl, `create database ${name} template "${template}" strategy file_copy`);

/** A variable that the run's set-up (tests/support/global-setup.ts) gives. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: the tests run through vitest.config.ts`);
  return value;
}

/** Makes the template as an installation begins: migrated, and with the demo school of the API's first start. Resolves to its name. */
export async function buildTemplate(adminUrl: string, dataDir: string): Promise<string> {
  const name = databaseName('template');
  await administer(adminUrl, `create database ${name}`);
  const settings = apiSettings({ databaseUrl: databaseUrl(adminUrl, name), dataDir, demoData: true });
  await prepareDatabase(settings, createLog('error'));
  const api = await startApi(settings);
  // Each world is another database with a copy of these files: its own first start marks them.
  await api.services.db.update(installation).set({ storeMarkedAt: null });
  await hashQuickly(api.services.db);
  await keepNightAway(api.services.pool, settings.timeZone);
  await rm(join(dataDir, 'media', 'installation.json'));
  // A template can be cloned only while nobody is connected to it.
  await api.close();
  return name;
}

/** Hashes the password of the demo's accounts anew, because the tests sign in thousands of times. */
const hashQuickly = async (db: Database): Promise<unknown> =>
  db
    .update(users)
    .set({ passwordHash: await quickHash(demoPassword) })
    .where(isNotNull(users.passwordHash));

// Less than a day: the product treats a date that lies more than a day ahead as the error of a clock.
const away = "now() + interval '20 hours'";

/**
 * Keeps scheduled jobs from running in tests. The jobs of the night would remove old rows that tests need, and the jobs of
 * each minute would tell webhooks of the tests' changes.
 */
async function keepNightAway(pool: Pool, timeZone: string): Promise<void> {
  await pool.query(
    `insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
     select identifier, now(), ${away} from unnest($1::text[]) as identifier
     on conflict (identifier) do update set last_execution = excluded.last_execution`,
    [crontab(timeZone).map(({ identifier }) => identifier)],
  );
}

/** The same for a run that uses a template of earlier that day. */
export const keepNightAwayStill = (adminUrl: string, name: string): Promise<void> =>
  administer(
    databaseUrl(adminUrl, name),
    `update graphile_worker._private_known_crontabs set last_execution = ${away}`,
  );

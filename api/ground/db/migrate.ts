import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { lockKeys } from './advisory-locks.ts';
import { lockTimeoutMs } from './lock-timeout.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { compareSchema, doneMigrations, doneUntil } from './schema-state.ts';
import { keptAlive } from './kept-alive.ts';

const turnPauseMs = 500;

const firstPauseMs = 250;
const longestPauseMs = 5_000;

const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** Receives plain messages about the progress of a run. */
export type Report = (line: string) => void;

export interface MigrationOptions {
  url: string;
  /** The folder drizzle-kit writes: `meta/_journal.json` and a .sql file per migration. */
  migrationsFolder: string;
  report?: Report;
}

/** A failed run. The message lists the applied migrations and the remedy. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies the missing migrations in order. Each is applied completely or, after a failure or a kill, not at all, and
 * the next run continues there. An advisory lock lets one process migrate at a time. A migration that needs a table
 * lock gives up after 0.4 s, so that waiting queries can run, and retries without limit.
 */
export async function migrateDatabase({ url, migrationsFolder, report = () => {} }: MigrationOptions): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  const client = new Client({ connectionString: url, application_name: 'manabook migrations', ...keptAlive });
  // The query under way rejects with the loss of the connection.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeTurn(client, report);
    const pending = await pendingOf(client, migrations);
    for (const migration of pending) await run(client, migration, report);
    const last = migrations.at(-1)?.tag ?? 'nothing';
    report(pending.length === 0 ? `the database is up to date (${last})` : `the database is now at ${last}`);
  } finally {
    // The advisory lock ends with the connection.
    await client.end();
  }
}

// Polls for the advisory lock: a waiting statement would hold a snapshot, and `create index concurrently` waits for
// every snapshot.
async function takeTurn(client: Client, report: Report): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const tryLock = 'select pg_try_advisory_lock($1) as mine';
    const { rows } = await client.query<{ mine: boolean }>(tryLock, [lockKeys.migration]);
    if (rows[0]?.mine) return;
    if (tries === 0) report('another process is migrating this database: waiting for its end');
    await delay(turnPauseMs);
  }
}

async function pendingOf(client: Client, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  await prepareRecord(client);
  const { rows } = await client.query<{ last: string | null }>(`select max(created_at) as last from ${doneMigrations}`);
  const done = doneUntil(rows);
  if (compareSchema(done, migrations.at(-1)?.when ?? 0) === 'newer') throw new MigrationError(newerDatabase);
  return migrations.filter(({ when }) => done === undefined || when > done);
}

/** The error of a server and of a migration when a later version has migrated the database. */
export const newerDatabase =
  'This database was migrated by a newer version of Manabook. ' +
  'Start that version, or restore a backup that was made with this one. Nothing was changed.';

// Checked first, since a role without the right to create can use an existing table.
async function prepareRecord(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('${doneMigrations}') is not null as there`,
  );
  if (rows[0]?.there) return;
  try {
    await client.query('create schema if not exists drizzle');
    await client.query(
      `create table if not exists ${doneMigrations} (id serial primary key, hash text not null, created_at bigint)`,
    );
  } catch (error) {
    throw explained('The first step', error);
  }
}

async function run(client: Client, migration: Migration, report: Report): Promise<void> {
  const began = performance.now();
  const say: Report = (line) => report(`${migration.tag}: ${line}`);
  // A migration reports its progress by raising notices. PostgreSQL's own notices have other codes.
  const onNotice = ({ code, message }: { code?: string; message?: string }) => {
    if (code === '00000' && message !== undefined) say(message);
  };
  client.on('notice', onNotice);
  try {
    if (migration.outside) await runOutside(client, migration, say);
    else await retried(client, say, () => runInside(client, migration));
  } catch (error) {
    throw explained(migration.tag, error);
  } finally {
    client.off('notice', onNotice);
  }
  say(`done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function runInside(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    for (const statement of migration.statements) await client.query(statement);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function runOutside(client: Client, migration: Migration, say: Report): Promise<void> {
  for (const statement of migration.statements) {
    const index = concurrentIndex.exec(statement)?.[1];
    // `create index concurrently` blocks no reader or writer while it waits, so it needs no time limit.
    await client.query(`set lock_timeout = ${index === undefined ? lockTimeoutMs : 0}`);
    await retried(client, say, async () => {
      if (index !== undefined) await dropInvalid(client, index);
      await client.query(statement);
    });
  }
  await client.query('reset lock_timeout');
  await record(client, migration);
}

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"(\w+)"/im;

// A killed build leaves an invalid index, which is never used but exists under the name.
async function dropInvalid(client: Client, index: string): Promise<void> {
  const { rows } = await client.query<{ invalid: boolean }>(
    'select not indisvalid as invalid from pg_index where indexrelid = to_regclass($1)',
    [`"${index}"`],
  );
  if (rows[0]?.invalid) await client.query(`drop index concurrently "${index}"`);
}

function record(client: Client, { hash, when }: Migration) {
  return client.query(`insert into ${doneMigrations} (hash, created_at) values ($1, $2)`, [hash, when]);
}

async function retried(client: Client, say: Report, work: () => Promise<void>): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : undefined;
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
      say(`waiting for a lock${await holders(client)}`);
      await delay(pauseMs);
    }
  }
}

async function holders(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name, ceil(extract(epoch from now() - xact_start))::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - make_interval(secs => $1)
     order by xact_start limit 1`,
    [lockTimeoutMs / 1000],
  );
  const [oldest] = rows;
  return oldest
    ? `; the oldest transaction is of ${oldest.name || 'a client'} (pid ${oldest.pid}), ${oldest.seconds} s`
    : '';
}

function explained(what: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const words = [error.message, error.detail, error.hint].filter((part) => part !== undefined && part !== '');
  return new MigrationError(
    `${what} failed: ${words.join('\n')}\nWhat was done before it stays; the next run goes on from here.`,
    { cause: error },
  );
}

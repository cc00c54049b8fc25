import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError, escapeIdentifier } from 'pg';
import { EmbeddedPostgresError } from './problem.ts';

/** The answer of a port: our server, ready or starting; another program; or nothing, or an error that may pass. */
export type Answer = 'ready' | 'starting' | 'foreign' | 'silent';

const CANNOT_CONNECT_NOW = '57P03';
const TOO_MANY_CONNECTIONS = '53300';

// Classes of errors that may pass: lack of memory or room, an operator's intervention, a system error, an internal error.
const MAY_PASS = /^(53|57|58|XX)/;

/** The superuser of the embedded cluster. */
export const SUPERUSER = 'manabook';

/** The address of a database on this machine. */
export function urlOf({ port, password, database }: { port: number; password: string; database: string }): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Asks a port whether the cluster in that folder answers there, with a time limit in milliseconds. */
export async function ask({ url, cluster, limit }: { url: string; cluster: string; limit: number }): Promise<Answer> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: limit, query_timeout: limit });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return resolve(rows[0]?.data_directory ?? '') === cluster ? 'ready' : 'foreign';
  } catch (error) {
    const code = sqlState(error);
    // A server that is shutting down refuses with the same code.
    if (code === CANNOT_CONNECT_NOW) return /shutting down/.test(String(error)) ? 'silent' : 'starting';
    if (code === TOO_MANY_CONNECTIONS) return 'ready';
    return code === undefined || MAY_PASS.test(code) ? 'silent' : 'foreign';
  } finally {
    // A server that hangs does not close the connection either, so the wait has a limit.
    await Promise.race([client.end().catch(() => undefined), delay(1_000, undefined, { ref: false })]);
  }
}

interface Wanted {
  readonly adminUrl: string;
  readonly name: string;
  /** How long to wait for a free connection, in milliseconds. */
  readonly patience: number;
}

/** Makes a database unless it is there. */
export async function ensureDatabase({ adminUrl, name, patience }: Wanted): Promise<void> {
  const client = await connectWhenFree(adminUrl, patience);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Whether another process of Manabook is connected. Waits up to a second, since closed connections stay listed for a moment. */
export async function isUsed(adminUrl: string): Promise<boolean> {
  const client = await connectWhenFree(adminUrl, 0);
  try {
    for (let tries = 1; ; tries += 1) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where application_name like 'manabook%' and pid <> pg_backend_pid()`,
      );
      if (!rowCount || tries === 10) return Boolean(rowCount);
      await delay(100);
    }
  } finally {
    await client.end();
  }
}

async function connectWhenFree(url: string, patience: number): Promise<Client> {
  const end = Date.now() + patience;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (sqlState(error) !== TOO_MANY_CONNECTIONS) throw error;
      if (Date.now() > end)
        throw new EmbeddedPostgresError(
          'PostgreSQL is running, and all of its connections are taken. It was left alone. Lower DATABASE_POOL and restart Manabook, or end the programs that use its database.',
        );
    }
    await delay(500);
  }
}

const sqlState = (error: unknown): string | undefined => (error instanceof DatabaseError ? error.code : undefined);

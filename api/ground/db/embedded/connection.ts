import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';

/** The answer of a port: our server, ready or starting; another program; or nothing. */
export type Answer = 'ready' | 'starting' | 'foreign' | 'silent';

const STARTING = '57P03';
const TOO_MANY_CONNECTIONS = '53300';

/** The superuser of the embedded cluster. */
export const SUPERUSER = 'manabook';

/** The address of a database on this machine. */
export function urlOf({ port, password, database }: { port: number; password: string; database: string }): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Asks a port whether the cluster in that folder answers there. */
export async function ask({ url, cluster }: { url: string; cluster: string }): Promise<Answer> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return resolve(rows[0]?.data_directory ?? '') === cluster ? 'ready' : 'foreign';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === STARTING) return 'starting';
    if (code === TOO_MANY_CONNECTIONS) return 'ready';
    return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? 'foreign' : 'silent';
  } finally {
    // A server that hangs does not close the connection either, so the wait has a limit.
    await Promise.race([client.end().catch(() => undefined), delay(1_000, undefined, { ref: false })]);
  }
}

/** Makes a database unless it is there. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

import { Client } from 'pg';
import { keptAlive } from '#api/ground/db/kept-alive.ts';

// COPY's output depends on these settings, which must be equal wherever digests are compared.
const writing = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s'`;

/** Runs work on a connection of its own, without the pool's time limits and other users. */
export async function onConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'manabook backup', ...keptAlive });
  // The query that waits on the connection reports its loss.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs work on one snapshot of the database (repeatable read), whatever others write meanwhile. */
export function inSnapshot<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  return onConnection(url, async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${writing}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Runs work in one transaction. */
export function inOneTransaction<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  return onConnection(url, async (client) => {
    await client.query(`begin; ${writing}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

import { Client } from 'pg';

// COPY writes values by these, and they must be the same wherever a digest is compared.
const writing = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s'`;

/** A connection of a backup's own: neither the pool's time limits nor its other users stand in the way of it. */
export async function onConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'manabook backup', keepAlive: true });
  // A lost connection is told by the query that waits on it.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Shows everything as it is at one instant, however long the work takes and whatever others write meanwhile. */
export function inSnapshot<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  return onConnection(url, async (client) => {
    await client.query(`begin isolation level repeatable read read only; ${writing}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Does all of the work, or nothing of it. */
export function inOneTransaction<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  return onConnection(url, async (client) => {
    await client.query(`begin; ${writing}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

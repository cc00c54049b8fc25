import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hasTable, jobsTable, nameOf, rowsOf, tablesOf, type TableShape } from './catalog.ts';
import { RowDigest } from './row-digest.ts';

/** Tables that hold keys which sign tokens and links. They go into an encrypted backup only. */
export const keyTables: readonly string[] = ['secrets', 'signing_keys'];

/** Tables whose rows go into no backup: counters that end within a day, whose keys name networks. */
export const countingTables: readonly string[] = ['rate_limits'];

/** All tables of a snapshot, locked against dropping and rewriting until the transaction ends. */
export async function lockedTables(client: ClientBase): Promise<TableShape[]> {
  const tables = await tablesOf(client);
  if (tables.length > 0) await client.query(`lock table ${tables.map(nameOf).join(', ')} in access share mode`);
  const queue = await hasTable(client, 'graphile_worker._private_jobs');
  return queue ? [...tables, jobsTable] : tables;
}

export interface CountedRows {
  readonly rows: number;
  readonly digest: string;
}

/** Streams a table's rows in PostgreSQL's text format to `keep`; resolves with count and digest. */
export async function copyOut<Kept>(
  client: ClientBase,
  table: TableShape,
  keep: (rows: Readable) => Promise<Kept>,
): Promise<CountedRows & { readonly kept: Kept }> {
  const rows = client.query(copyTo(`copy (${rowsOf(table)}) to stdout`));
  const counted = new RowDigest();
  const [kept] = await Promise.all([keep(counted), pipeline(rows, counted)]);
  return { kept, rows: counted.rows, digest: counted.digest };
}

/** Counts and digests a table's rows without storing them. */
export async function countRows(client: ClientBase, table: TableShape): Promise<CountedRows> {
  const { rows, digest } = await copyOut(client, table, async (content) => {
    for await (const chunk of content) void chunk;
  });
  return { rows, digest };
}

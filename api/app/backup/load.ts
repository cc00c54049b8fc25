import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { columnList, isJobs, nameOf, type SequenceState, type TableShape, tablesOf } from './catalog.ts';

/** Empties the tables that the migrations have filled, so that only the backup's rows are in them. */
export async function emptyTables(client: ClientBase): Promise<void> {
  const tables = await tablesOf(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
}

/** Creates the backup's partitions that the migrations have not created. */
export async function makePartitions(client: ClientBase, table: TableShape): Promise<void> {
  for (const { name, bound } of table.partitions) {
    // A bound is an SQL expression and cannot be a parameter. It comes from our own manifest and must have this form.
    if (!/^(DEFAULT|FOR VALUES FROM \('[\w :.+-]+'\) TO \('[\w :.+-]+'\))$/.test(bound))
      throw new Error(`Not the bound of a partition: ${bound}`);
    const { rows } = await client.query('select where to_regclass($1) is null', [nameOf({ schema: 'public', name })]);
    if (rows.length === 0) continue;
    await client.query(`create table ${escapeIdentifier(name)} partition of ${nameOf(table)} ${bound}`);
  }
}

/** Loads rows in PostgreSQL's text format into a table; resolves with their number. */
export async function copyIn(client: ClientBase, table: TableShape, rows: Readable): Promise<number> {
  if (isJobs(table)) return addJobs(client, table, rows);
  const target = client.query(copyFrom(`copy ${nameOf(table)} (${columnList(table)}) from stdin`));
  await pipeline(rows, target);
  return target.rowCount;
}

// Through the queue's own function, so that the tables of another version of the queue take them too.
async function addJobs(client: ClientBase, table: TableShape, rows: Readable): Promise<number> {
  await client.query(`create temporary table restored_jobs (identifier text, payload text, queue_name text,
    run_at timestamptz, max_attempts int, job_key text, priority int) on commit drop`);
  const target = client.query(copyFrom(`copy restored_jobs (${columnList(table)}) from stdin`));
  await pipeline(rows, target);
  await client.query(`select graphile_worker.add_job(identifier, payload => payload::json, queue_name => queue_name,
    run_at => run_at, max_attempts => max_attempts, job_key => job_key, priority => priority) from restored_jobs`);
  return target.rowCount;
}

/**
 * Drops the foreign keys and disables the triggers, so that tables can be filled in any order and hold the backup's
 * rows alone; returns a function that restores both.
 */
export async function withoutKeysAndTriggers(client: ClientBase): Promise<() => Promise<void>> {
  const triggers = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger
      join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and relnamespace = 'public'::regnamespace`);
  for (const { table } of triggers.rows) await client.query(`alter table ${table} disable trigger user`);
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`);
  return async () => {
    // Restoring a key checks every row.
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`);
    for (const { table } of triggers.rows) await client.query(`alter table ${table} enable trigger user`);
  };
}

export async function setSequences(client: ClientBase, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, value, called } of sequences) {
    const sequence = escapeLiteral(nameOf({ schema: 'public', name }));
    await client.query(`select setval(${sequence}, $1::bigint, $2)`, [value, called]);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { type Name, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { lockNotAvailable, waitAtMost } from './lock.ts';

// The partitions of page views, one for each month (UTC). Attaching one locks the default partition for a moment, and
// dropping one the whole table. A long read of page views, such as an export, keeps such a lock from being granted, and all
// writers wait behind the request. So a request waits for a short time only, and is repeated after a pause in which the
// writers go on.

/** The most that writers wait behind such a request, in milliseconds. */
const longestWaitMs = 50;
const tries = 5;
const pauseMs = 400;

/** An attached partition does not fit a row that a writer has put into the default partition meanwhile. */
const rowInDefault = '23514';

/** Runs a transaction with a short lock timeout, again after a pause when its lock was not free. */
async function inShortTransaction<Result>(db: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(async (tx) => {
        await waitAtMost(tx, longestWaitMs);
        return work(tx);
      });
    } catch (error) {
      const mayTryAgain = [lockNotAvailable, rowInDefault].includes(databaseError(error)?.code ?? '');
      if (!mayTryAgain || attempt === tries) throw error;
      await delay(pauseMs);
    }
  }
}

/**
 * Creates the partitions of a period, each in a transaction of its own, and moves their rows out of the default partition.
 * Does nothing when `page_views` is not partitioned (see migration 0012).
 */
export async function createPartitions(db: Database, from: Date, to: Date): Promise<void> {
  for (const bounds of await missingMonths(db, from, to))
    await inShortTransaction(db, (tx) => createPartition(tx, bounds));
}

/** The same in a transaction of the caller, for a school that nobody uses yet. */
export async function createPartitionsIn(tx: Queryable, from: Date, to: Date): Promise<void> {
  for (const bounds of await missingMonths(tx, from, to)) await createPartition(tx, bounds);
}

interface Month {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

async function missingMonths(db: Queryable, from: Date, to: Date): Promise<Month[]> {
  const { rows } = await db.execute<{ parted: boolean; names: string[] }>(sql`
    select relkind = 'p' as parted, array(${partitionNames}) as names from pg_class where oid = 'page_views'::regclass`);
  if (rows[0]?.parted !== true) return [];
  const there = new Set(rows[0].names);
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth();
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => monthOf(first + at)).filter(
    ({ name }) => !there.has(name),
  );
}

const partitionNames = sql`select child.relname::text as name from pg_inherits join pg_class child on child.oid = inhrelid
  where inhparent = 'page_views'::regclass and child.relname ~ '^page_views_[0-9]{4}_[0-9]{2}$'`;

function monthOf(month: number): Month {
  const [from, to] = [beginning(month), beginning(month + 1)];
  return { name: `page_views_${from.slice(0, 7).replace('-', '_')}`, from, to };
}

const beginning = (month: number): string => new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString();

// Created and filled before it is attached, so that writers wait only for the attach.
async function createPartition(tx: Queryable, { name, from, to }: Month): Promise<void> {
  const table = sql.identifier(name);
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass(${name}) is not null as there`);
  // Another process has created it meanwhile.
  if (rows[0]?.there === true) return;
  await tx.execute(sql`create table ${table} (like page_views including all)`);
  await tx.execute(sql`with waiting as (
      delete from page_views_default where started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz
      returning *
    ) insert into ${table} select * from waiting`);
  const bounds = sql.raw(`from ('${from}') to ('${to}')`);
  await tx.execute(sql`alter table page_views attach partition ${table} for values ${bounds}`);
}

/**
 * Drops the partitions that end before a moment, each in a transaction of its own; resolves to the number of their page
 * views. One that somebody reads for long stays; its rows are deleted one by one, and the next night drops it.
 */
export async function dropPartitions(db: Database, before: Date): Promise<number> {
  const { rows } = await db.execute<{ name: string }>(partitionNames);
  let dropped = 0;
  for (const { name } of rows) {
    const [year = 0, month = 0] = name.slice(-7).split('_').map(Number);
    // `Date.UTC` counts months from 0, so this is the first day of the next month.
    if (Date.UTC(year, month) > before.getTime()) continue;
    const table = sql.identifier(name);
    const rowsInIt = await countOf(db, table);
    try {
      await inShortTransaction(db, (tx) => tx.execute(sql`drop table if exists ${table}`));
      dropped += rowsInIt;
    } catch (error) {
      if (databaseError(error)?.code !== lockNotAvailable) throw error;
    }
  }
  return dropped;
}

async function countOf(db: Queryable, table: Name): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::float8 as count from ${table}`);
  return rows[0]?.count ?? 0;
}

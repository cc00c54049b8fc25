import { declareClockJob } from '#api/ground/jobs/job.ts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { pageViews, usageBookDays } from '#api/ground/db/schema.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { rollupTimeZone, withUsageLock } from './lock.ts';
import { rebuild } from './rebuild.ts';
import { longestDelayMs } from './page-view.ts';
import { dayOfView, type Rollup, rollups, rowsOf, totalsTable } from './rollups.ts';

export const openMonthsOfUse = declareClockJob('openMonthsOfUse');

/**
 * Creates the partitions of a period, one per month (UTC), and moves their rows out of the default partition. The caller
 * holds the usage lock. Does nothing when `page_views` is not partitioned (see migration 0012).
 */
export async function createPartitions(tx: Queryable, from: Date, to: Date): Promise<void> {
  const { rows } = await tx.execute<{ parted: boolean }>(
    sql`select relkind = 'p' as parted from pg_class where oid = 'page_views'::regclass`,
  );
  if (rows[0]?.parted !== true) return;
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth();
  for (let month = first; month <= last; month += 1) await createPartition(tx, beginning(month), beginning(month + 1));
}

/**
 * A long read of page views, such as an export, blocks attaching and dropping partitions, and that wait blocks all other
 * queries. So the wait ends after three seconds (SQLSTATE 55P03), and the next run tries again.
 */
const shortLockTimeout = sql`set local lock_timeout = '3s'`;

// Created and filled before it is attached, so that readers wait only for the attach.
async function createPartition(tx: Queryable, from: string, to: string): Promise<void> {
  const name = `page_views_${from.slice(0, 7).replace('-', '_')}`;
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass(${name}) is not null as there`);
  if (rows[0]?.there === true) return;
  const table = sql.identifier(name);
  await tx.execute(shortLockTimeout);
  const bounds = sql.raw(`from ('${from}') to ('${to}')`);
  await tx.execute(sql`create table ${table} (like page_views including all)`);
  await tx.execute(sql`with waiting as (
      delete from page_views_default where started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz
      returning *
    ) insert into ${table} select * from waiting`);
  await tx.execute(sql`alter table page_views attach partition ${table} for values ${bounds}`);
}

const beginning = (month: number): string => new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString();

// Drops the partitions that end before a moment; resolves to the number of their page views.
async function dropPartitions(tx: Queryable, before: Date): Promise<number> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = inhrelid
    where inhparent = 'page_views'::regclass and child.relname ~ '^page_views_[0-9]{4}_[0-9]{2}$'`);
  await tx.execute(shortLockTimeout);
  let dropped = 0;
  for (const { name } of rows) {
    const [year = 0, month = 0] = name.slice(-7).split('_').map(Number);
    // `Date.UTC` counts months from 0, so this is the first day of the next month.
    if (Date.UTC(year, month) > before.getTime()) continue;
    const table = sql.identifier(name);
    const countResult = await tx.execute<{ count: number }>(sql`select count(*)::float8 as count from ${table}`);
    dropped += countResult.rows[0]?.count ?? 0;
    await tx.execute(sql`drop table ${table}`);
  }
  return dropped;
}

/** Deletes page views before a school day, and their rollups. Resolves to their number. The caller holds the usage lock. */
export async function forgetBefore(tx: Queryable, firstDay: string, timeZone: string): Promise<number> {
  // School days and UTC days differ by less than a day.
  const dropped = await dropPartitions(tx, new Date(addDays(firstDay, -1)));
  const { rowCount } = await tx.execute(sql`
    delete from ${pageViews} where ${pageViews.startedAt} < ${addDays(firstDay, 1)}::timestamptz
      and ${dayOfView(timeZone)} < ${firstDay}::date`);
  for (const table of [totalsTable, ...rollups.filter(({ by }) => by === 'day').map((rollup) => rollup.table)])
    await tx.execute(sql`delete from ${sql.raw(table)} where day < ${firstDay}::date`);
  for (const rollup of rollups.filter(({ by, byTrigger }) => by === 'month' && !byTrigger))
    await forgetMonths(tx, rollup, firstDay);
  return dropped + (rowCount ?? 0);
}

// Rebuilds the month of the first day from the days that stay.
async function forgetMonths(tx: Queryable, rollup: Rollup, firstDay: string): Promise<void> {
  const table = sql.raw(rollup.table);
  const month = sql`date_trunc('month', ${firstDay}::date)::date`;
  await tx.execute(sql`delete from ${table} where month <= ${month}`);
  const left = sql`select * from ${usageBookDays} where day >= ${firstDay}::date and day < ${month} + interval '1 month'`;
  await tx.execute(sql`insert into ${table} ${rowsOf(rollup, left)}`);
}

const dayMs = 86_400_000;
const lockNotAvailable = '55P03';

// From the oldest page view that may still arrive to the month after next.
async function openMonthsTo(tx: Queryable): Promise<void> {
  const now = new Date();
  const monthAfterNext = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2));
  await createPartitions(tx, new Date(now.getTime() - longestDelayMs - dayMs), monthAfterNext);
}

/** The job that creates partitions for the coming months. */
export const createPartitionsAhead = ({ db }: Uses<'db'>): Promise<void> => withUsageLock(db, openMonthsTo);

/** Prepares the page views at start: creates partitions, and rebuilds the rollups when the school's time zone changed. */
export async function prepareUsage({ db, settings, logger }: Uses<'db' | 'settings' | 'logger'>) {
  await createPartitionsAhead({ db }).catch((error: unknown) => {
    if (databaseError(error)?.code !== lockNotAvailable) throw error;
    // The default partition takes page views until the nightly job succeeds.
    logger.warn('usage: somebody reads page views, so no months were opened');
  });
  await withUsageLock(db, async (tx) => {
    if ((await rollupTimeZone(tx)) === settings.timeZone) return;
    logger.info(`usage: adding up its days in ${settings.timeZone}`);
    await rebuild(tx, settings.timeZone);
  });
}

import { declareClockJob } from '#api/ground/jobs/job.ts';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { pageViews, usageBookDays } from '#api/ground/db/schema.ts';
import { databaseError } from '#api/ground/db/violations.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import { lockNotAvailable, rollupTimeZone, withRollupLock } from './lock.ts';
import { createPartitions } from './partitions.ts';
import { rebuild } from './rebuild.ts';
import { createRollupUpdates } from './rollup-updates.ts';
import { longestDelayMs } from './page-view.ts';
import { dayOfView, type Rollup, rollups, rowsOf, totalsTable } from './rollups.ts';

export const openMonthsOfUse = declareClockJob('openMonthsOfUse');

/**
 * Deletes page views before a school day, and their rollups, in one transaction: a day is whole in the reports, or is not
 * there. Resolves to the number of page views. The caller holds the rollup lock; whole months were dropped before.
 */
export async function forgetBefore(tx: Queryable, firstDay: string, timeZone: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${pageViews} where ${pageViews.startedAt} < ${addDays(firstDay, 1)}::timestamptz
      and ${dayOfView(timeZone)} < ${firstDay}::date`);
  for (const table of [totalsTable, ...rollups.filter(({ by }) => by === 'day').map((rollup) => rollup.table)])
    await tx.execute(sql`delete from ${sql.raw(table)} where day < ${firstDay}::date`);
  for (const rollup of rollups.filter(({ by, byTrigger }) => by === 'month' && !byTrigger))
    await forgetMonths(tx, rollup, firstDay);
  return rowCount ?? 0;
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

/** The job that creates partitions for the coming months: from the oldest page view that may still arrive to the month after next. */
export async function createPartitionsAhead({ db }: Uses<'db'>): Promise<void> {
  const now = new Date();
  const monthAfterNext = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2));
  await createPartitions(db, new Date(now.getTime() - longestDelayMs - dayMs), monthAfterNext);
}

/**
 * Prepares the page views at start: creates partitions, rebuilds the rollups when the school's time zone changed, and adds
 * up what another process left.
 */
export async function prepareUsage({ db, settings, logger }: Uses<'db' | 'settings' | 'logger'>) {
  await createPartitionsAhead({ db }).catch((error: unknown) => {
    if (databaseError(error)?.code !== lockNotAvailable) throw error;
    // The default partition takes page views until the nightly job succeeds.
    logger.warn('usage: somebody reads page views, so no months were opened');
  });
  if ((await rollupTimeZone(db)) !== settings.timeZone)
    await withRollupLock(db, async (tx) => {
      if ((await rollupTimeZone(tx)) === settings.timeZone) return;
      logger.info(`usage: adding up its days in ${settings.timeZone}`);
      await rebuild(tx, settings.timeZone);
    });
  await createRollupUpdates({ db, logger }).now();
}

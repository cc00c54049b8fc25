import { sql } from 'drizzle-orm';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { usageTimeZone } from '#api/ground/db/schema.ts';

export const rollupLockSql = `select pg_advisory_xact_lock(${lockKeys.rollups})`;

/**
 * Takes the advisory lock on the rollups until the transaction ends: one process at a time adds to them or rebuilds them.
 * Writers of page views do not take the lock.
 */
export async function lockRollups(tx: Queryable): Promise<void> {
  await tx.execute(sql.raw(rollupLockSql));
}

/** Runs work in one transaction with the rollup lock and without a statement timeout. */
export async function withRollupLock<Result>(db: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await lockRollups(tx);
    return work(tx);
  });
}

/** The SQLSTATE of a lock that did not become free within the lock timeout. */
export const lockNotAvailable = '55P03';

/** Bounds the wait for each lock that the transaction takes from now on; it ends with SQLSTATE 55P03. */
export async function waitAtMost(tx: Queryable, milliseconds: number): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = ${milliseconds}`));
}

/** The time zone of the rollups' days; undefined before the rollups were first built. */
export async function rollupTimeZone(tx: Queryable): Promise<string | undefined> {
  const [row] = await tx.select({ timeZone: usageTimeZone.timeZone }).from(usageTimeZone);
  return row?.timeZone;
}

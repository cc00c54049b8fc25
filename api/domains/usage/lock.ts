import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#api/ground/db/client.ts';
import { usageTimeZone } from '#api/ground/db/schema.ts';

// The key of the advisory lock; the number is arbitrary.
const usageLock = 7_232_030;
export const usageLockSql = `select pg_advisory_xact_lock(${usageLock})`;

/**
 * Takes the advisory lock on page views and rollups until the transaction ends. One writer at a time cannot deadlock, and
 * sees everything that was stored before.
 */
export async function lockUsage(tx: Queryable): Promise<void> {
  await tx.execute(sql.raw(usageLockSql));
}

/** Runs work in one transaction with the usage lock and without a statement timeout. */
export async function withUsageLock<Result>(db: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await lockUsage(tx);
    return work(tx);
  });
}

/** The time zone of the rollups' days; undefined before the rollups were first built. */
export async function rollupTimeZone(tx: Queryable): Promise<string | undefined> {
  const [row] = await tx.select({ timeZone: usageTimeZone.timeZone }).from(usageTimeZone);
  return row?.timeZone;
}

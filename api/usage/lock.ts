import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#api/db/client.ts';
import { usageTimeZone } from '#api/db/schema.ts';

// Any number will do, as long as every process takes the same one.
const usageLock = 7_232_030;
export const usageLockSql = `select pg_advisory_xact_lock(${usageLock})`;

/**
 * Waits until nobody else writes page views or what is added up of them, to the end of the transaction. Writers in turn
 * cannot wait for each other in a circle, and each sees all that was kept before.
 */
export async function holdUsage(tx: Queryable): Promise<void> {
  await tx.execute(sql.raw(usageLockSql));
}

/** One transaction that holds the page views, for work that may take longer than a request. */
export async function holdingUsage<Result>(db: Database, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await holdUsage(tx);
    return work(tx);
  });
}

/** The zone in which the days of the rollups are counted; undefined before they were ever made. */
export async function countedZone(tx: Queryable): Promise<string | undefined> {
  const [row] = await tx.select({ timeZone: usageTimeZone.timeZone }).from(usageTimeZone);
  return row?.timeZone;
}

import { sql } from 'drizzle-orm';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import type { Uses } from '#api/ground/services.ts';

/** The services and the abort signal that each nightly task gets. */
export interface Night {
  readonly services: Uses<'db' | 'settings' | 'storage' | 'logger'>;
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
}

/**
 * Repeats a small transaction until it finds no rows, and counts the rows. Two processes take turns batch by batch. A
 * process that dies has committed whole batches only.
 */
export async function inBatches(
  { services, signal }: Night,
  batch: (tx: Queryable) => Promise<Batch>,
): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const { count, afterwards } = await services.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKeys.nightlyRemoval}::bigint)`);
      return batch(tx);
    });
    await afterwards?.();
    if (count === 0) return total;
    total += count;
  }
}

interface Batch {
  readonly count: number;
  /** Work that cannot be rolled back, so it runs after the commit. */
  readonly afterwards?: () => Promise<void>;
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import type { Uses } from '#api/ground/services.ts';

/** What a piece of the night's work is given. */
export interface Night {
  readonly services: Uses<'db' | 'settings' | 'storage' | 'logger'>;
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
}

// Any number will do, as long as every process takes the same one.
const advisoryLockKey = 7_232_029;

/**
 * Repeats a small transaction until it finds nothing more to do, and counts what it did. Two processes take turns,
 * batch by batch; one that dies leaves whole batches behind it.
 */
export async function inBatches(
  { services, signal }: Night,
  batch: (tx: Queryable) => Promise<Batch>,
): Promise<number> {
  let total = 0;
  for (;;) {
    signal.throwIfAborted();
    const { count, afterwards } = await services.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKey}::bigint)`);
      return batch(tx);
    });
    await afterwards?.();
    if (count === 0) return total;
    total += count;
  }
}

interface Batch {
  readonly count: number;
  /** What cannot be undone, once the transaction is safe. */
  readonly afterwards?: () => Promise<void>;
}

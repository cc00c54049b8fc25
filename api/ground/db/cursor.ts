import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

const batchSize = 1000;

/**
 * The rows of a query, batch by batch as the reader takes them, so that memory does not grow with their number. Keyed
 * by the names of the columns in SQL. Needs a transaction, with one such reading in it.
 */
export async function* rowsByCursor(
  tx: Queryable,
  query: SQLWrapper,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  // A slow reader keeps the transaction idle for longer than a request may.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '10min'`);
  await tx.execute(sql`declare reading no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await tx.execute(sql`fetch ${sql.raw(String(batchSize))} from reading`);
    yield* rows;
    if (rows.length < batchSize) return;
  }
}

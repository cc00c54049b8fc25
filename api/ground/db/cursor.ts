import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

const batchSize = 1000;

/**
 * Reads the rows of a query by a cursor, batch by batch as the reader takes them (back-pressure), so memory does not
 * grow with their number. Rows are keyed by SQL column names. Needs a transaction with one cursor at a time.
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

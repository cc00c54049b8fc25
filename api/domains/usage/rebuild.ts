import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { usageTimeZone } from '#api/ground/db/schema.ts';
import { addedUpViews } from './pending.ts';
import { insertsIntoEmpty, rollups, rollupTables, rowsOf, totalsOfViews, totalsTable } from './rollups.ts';

/**
 * Rebuilds all rollups from the page views, with days of this zone. Pending rows stay pending, so writers go on meanwhile.
 * The caller holds the rollup lock. Readers see the old rows until the commit.
 */
export async function rebuild(tx: Queryable, timeZone: string): Promise<void> {
  for (const table of rollupTables) await tx.execute(sql`delete from ${sql.raw(table)}`);
  // The default `work_mem` would sort a country's page views on disk.
  await tx.execute(sql`set local work_mem = '256MB'`);
  for (const statement of insertsIntoEmpty(addedUpViews(timeZone))) await tx.execute(statement);
  await tx
    .insert(usageTimeZone)
    .values({ timeZone })
    .onConflictDoUpdate({ target: usageTimeZone.one, set: { timeZone } });
}

export interface Difference {
  readonly table: string;
  /** The number of rows that the rollup lacks. */
  readonly missing: number;
  /** The number of rows that the rollup should not have. */
  readonly wrong: number;
}

/** Compares all rollups with the page views that are added up, row by row. The caller holds the rollup lock. */
export async function differences(tx: Queryable, timeZone: string): Promise<Difference[]> {
  const source = addedUpViews(timeZone);
  const found = [await compare(tx, totalsTable, totalsOfViews(source))];
  for (const rollup of rollups) found.push(await compare(tx, rollup.table, rowsOf(rollup, source)));
  return found;
}

async function compare(tx: Queryable, table: string, wanted: SQL): Promise<Difference> {
  const there = sql`select * from ${sql.raw(table)}`;
  const but = (one: SQL, other: SQL) => sql`(select count(*)::float8 from (${one} except all ${other}) as rest)`;
  const { rows } = await tx.execute<{ missing: number; wrong: number }>(
    sql`select ${but(wanted, there)} as missing, ${but(there, wanted)} as wrong`,
  );
  return { table, missing: rows[0]?.missing ?? 0, wrong: rows[0]?.wrong ?? 0 };
}

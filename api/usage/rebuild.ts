import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { usageTimeZone } from '#api/db/schema.ts';
import { additionsAnew, rowsOf, totalsOfViews, viewsByDay } from './add-up.ts';
import { rollups, rollupTables, totalsTable } from './rollups.ts';

const everyView = sql`page_views`;

/** Makes every rollup anew from the page views, by days of this zone; in the caller's hold. Readers see the old ones until it is done. */
export async function rebuild(tx: Queryable, timeZone: string): Promise<void> {
  for (const table of rollupTables) await tx.execute(sql`delete from ${sql.raw(table)}`);
  // Sorting a country's page views in the few megabytes of a request would take them through the disk over and over.
  await tx.execute(sql`set local work_mem = '256MB'`);
  for (const statement of additionsAnew(viewsByDay(everyView, timeZone))) await tx.execute(statement);
  await tx
    .insert(usageTimeZone)
    .values({ timeZone })
    .onConflictDoUpdate({ target: usageTimeZone.one, set: { timeZone } });
}

export interface Difference {
  readonly table: string;
  /** Rows that the page views call for and that are not there. */
  readonly missing: number;
  /** Rows that the page views do not call for. */
  readonly wrong: number;
}

/** Compares every rollup with what the page views say, row by row; in the caller's hold. */
export async function differences(tx: Queryable, timeZone: string): Promise<Difference[]> {
  const source = viewsByDay(everyView, timeZone);
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

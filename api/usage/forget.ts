import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { pageViews, usageBookDays } from '#api/db/schema.ts';
import { addDays, dayOf } from '#api/school-day.ts';
import { rowsOf } from './add-up.ts';
import { dropMonths } from './months.ts';
import { type Rollup, rollups, totalsTable } from './rollups.ts';

/** Removes the page views before a day of the school, and what is added up of them; how many there were. In the caller's hold. */
export async function forgetBefore(tx: Queryable, firstDay: string, timeZone: string): Promise<number> {
  // Days begin within a day of UTC's.
  const dropped = await dropMonths(tx, new Date(addDays(firstDay, -1)));
  const { rowCount } = await tx.execute(sql`
    delete from ${pageViews} where ${pageViews.startedAt} < ${addDays(firstDay, 1)}::timestamptz
      and ${dayOf(pageViews.startedAt, timeZone)} < ${firstDay}::date`);
  for (const table of [totalsTable, ...rollups.filter(({ by }) => by === 'day').map((rollup) => rollup.table)])
    await tx.execute(sql`delete from ${sql.raw(table)} where day < ${firstDay}::date`);
  for (const rollup of rollups.filter(({ by }) => by === 'month')) await forgetMonths(tx, rollup, firstDay);
  return dropped + (rowCount ?? 0);
}

// The month that the day is in is added up anew, from the days that it keeps.
async function forgetMonths(tx: Queryable, rollup: Rollup, firstDay: string): Promise<void> {
  const table = sql.raw(rollup.table);
  const month = sql`date_trunc('month', ${firstDay}::date)::date`;
  await tx.execute(sql`delete from ${table} where month <= ${month}`);
  const left = sql`select * from ${usageBookDays} where day >= ${firstDay}::date and day < ${month} + interval '1 month'`;
  await tx.execute(sql`insert into ${table} ${rowsOf(rollup, left)}`);
}

import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { pageViews, usageBookDays, usageBookMonths } from '#api/db/schema.ts';
import { addDays, dayOf } from '#api/school-day.ts';
import { dropMonths } from './months.ts';
import { rollups, totalsTable } from './rollups.ts';

/** Removes the page views before a day of the school, and what is added up of them; how many there were. In the caller's hold. */
export async function forgetBefore(tx: Queryable, firstDay: string, timeZone: string): Promise<number> {
  // Days begin within a day of UTC's.
  const dropped = await dropMonths(tx, new Date(addDays(firstDay, -1)));
  const { rowCount } = await tx.execute(sql`
    delete from ${pageViews} where ${pageViews.startedAt} < ${addDays(firstDay, 1)}::timestamptz
      and ${dayOf(pageViews.startedAt, timeZone)} < ${firstDay}::date`);
  const byDay = rollups.flatMap(({ table, by }) => (by === 'day' ? [table] : []));
  for (const table of [totalsTable, ...byDay])
    await tx.execute(sql`delete from ${sql.raw(table)} where day < ${firstDay}::date`);
  await forgetMonths(tx, firstDay);
  return dropped + (rowCount ?? 0);
}

// The month that the day is in is added up anew, from the days that it keeps.
async function forgetMonths(tx: Queryable, firstDay: string): Promise<void> {
  const begun = sql`date_trunc('month', ${firstDay}::date)::date`;
  await tx.execute(sql`delete from ${usageBookMonths} where month <= ${begun}`);
  await tx.execute(sql`
    insert into ${usageBookMonths} (month, textbook_id, content_type, name, page_url, views, duration)
    select ${begun}, textbook_id, content_type, name, page_url, sum(views), sum(duration) from ${usageBookDays}
    where day >= ${firstDay}::date and day < ${begun} + interval '1 month' and textbook_id is not null
    group by textbook_id, content_type, name, page_url`);
}

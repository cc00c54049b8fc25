import { sql } from 'drizzle-orm';
import { pageViews } from '#api/db/schema.ts';
import { addDays, dayOf, schoolDay } from '#api/school-day.ts';
import { countedZone, holdingUsage } from '#api/usage/lock.ts';
import { dropMonths } from '#api/usage/months.ts';
import { rollupTables } from '#api/usage/rollups.ts';
import type { Night } from './batches.ts';

/** Removes the page views of whole days that are so many days past, and what is added up of them; how many there were. */
export async function forgetDays({ services, signal }: Night, days: number): Promise<number> {
  if (days === 0) return 0;
  signal.throwIfAborted();
  // All at once: a day is whole in the reports, or is not there.
  return holdingUsage(services.db, async (tx) => {
    const timeZone = (await countedZone(tx)) ?? services.settings.timeZone;
    const firstDay = addDays(schoolDay(timeZone), -days);
    // Days begin within a day of UTC's.
    const dropped = await dropMonths(tx, new Date(addDays(firstDay, -1)));
    const { rowCount } = await tx.execute(sql`
      delete from ${pageViews} where ${pageViews.startedAt} < ${addDays(firstDay, 1)}::timestamptz
        and ${dayOf(pageViews.startedAt, timeZone)} < ${firstDay}::date`);
    for (const table of rollupTables)
      await tx.execute(sql`delete from ${sql.raw(table)} where day < ${firstDay}::date`);
    return dropped + (rowCount ?? 0);
  });
}

import { rollupTimeZone, withUsageLock } from '#api/domains/usage/lock.ts';
import { forgetBefore } from '#api/domains/usage/months.ts';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import type { Night } from './batches.ts';

/** Removes the page views of whole days that are so many days past, and what is added up of them; how many there were. */
export async function forgetDays({ services, signal }: Night, days: number): Promise<number> {
  if (days === 0) return 0;
  signal.throwIfAborted();
  // All at once: a day is whole in the reports, or is not there.
  return withUsageLock(services.db, async (tx) => {
    const timeZone = (await rollupTimeZone(tx)) ?? services.settings.timeZone;
    return forgetBefore(tx, addDays(schoolDay(timeZone), -days), timeZone);
  });
}

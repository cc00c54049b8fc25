import type { Queryable } from '#api/db/client.ts';
import { databaseError } from '#api/db/violations.ts';
import type { Task } from '#api/jobs/task.ts';
import type { Services } from '#api/services.ts';
import { countedZone, holdingUsage } from './lock.ts';
import { openMonths } from './months.ts';
import { rebuild } from './rebuild.ts';
import { longestKept } from './started-at.ts';

const dayMs = 86_400_000;
const lockNotAvailable = '55P03';

// From the oldest that may still come to the month after next.
async function openMonthsAhead(tx: Queryable): Promise<void> {
  const now = new Date();
  const monthAfterNext = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2));
  await openMonths(tx, new Date(now.getTime() - longestKept - dayMs), monthAfterNext);
}

/** Makes partitions of page views for the months to come. */
export const openMonthsOfUse: Task<unknown> =
  ({ db }) =>
  () =>
    holdingUsage(db, openMonthsAhead);

/** Makes the tables of page views ready: their months, and their days in the school's zone if it is another. */
export async function prepareUsage({ db, settings, logger }: Pick<Services, 'db' | 'settings' | 'logger'>) {
  await holdingUsage(db, openMonthsAhead).catch((error: unknown) => {
    if (databaseError(error)?.code !== lockNotAvailable) throw error;
    // Views wait in the default partition meanwhile, and the night tries again.
    logger.warn('usage: somebody reads page views, so no months were opened');
  });
  await holdingUsage(db, async (tx) => {
    if ((await countedZone(tx)) === settings.timeZone) return;
    logger.info(`usage: adding up its days in ${settings.timeZone}`);
    await rebuild(tx, settings.timeZone);
  });
}

import type { Task } from '#api/jobs/task.ts';
import { mayRemove } from '#api/media/store-check.ts';
import type { Night } from './batches.ts';
import { keepRun } from './last-run.ts';
import { purge } from './purge.ts';
import { endRetention } from './retention.ts';
import { removeUnusedPictures } from './unused-media.ts';

/** What goes every night, by what it was, with how many there were. Killed anywhere and run again, it goes on. */
export async function cleanUp(night: Night) {
  const startedAt = new Date();
  const purged = await purge(night);
  const ended = await endRetention(night);
  const counts = { ...purged, ...ended, unusedPictures: await removeUnusedPictures(night) };
  await keepRun(night.services.db, { startedAt, removed: counts });
  night.services.logger.info({ removed: counts }, 'nightly clean-up');
  return counts;
}

export const removeExpired: Task<unknown> =
  (services) =>
  async (_payload, { signal }) => {
    if (await mayRemove(services, 'removeExpired')) await cleanUp({ services, signal });
  };

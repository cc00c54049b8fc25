import { declareClockJob } from '#api/ground/jobs/job.ts';
import { removeEndedAlbums } from '#api/domains/albums/clean-up.ts';
import { type Checking, mayRemove } from '#api/domains/media/store-check.ts';
import type { Night } from './batches.ts';
import { isHeldBack } from './hold-back.ts';
import { recordRun } from './last-run.ts';
import { purge } from './purge.ts';
import { endRetention } from './retention.ts';
import { removeUnusedPictures } from './unused-media.ts';

export const removeExpired = declareClockJob('removeExpired');

/**
 * Removes all expired rows every night; resolves to the number of rows by kind. The next run completes a run that was
 * killed.
 */
export async function cleanUp(night: Night) {
  const startedAt = new Date();
  // Before the children and classes they are of, so that no file is left without a row.
  const albums = await removeEndedAlbums(night);
  const purged = await purge(night);
  const ended = await endRetention(night);
  const counts = { albums, ...purged, ...ended, unusedPictures: await removeUnusedPictures(night) };
  await recordRun(night.services.db, { startedAt, removed: counts });
  night.services.logger.info({ removed: counts }, 'nightly clean-up');
  return counts;
}

/** The same, unless database and media store do not belong together, or the night is held back. */
export async function cleanUpWhereAllowed(services: Night['services'] & Checking, signal: AbortSignal): Promise<void> {
  if (!(await mayRemove(services, removeExpired.name))) return;
  if (!(await isHeldBack(services))) await cleanUp({ services, signal });
}

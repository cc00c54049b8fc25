import { type Checking, mayRemove } from '#api/domains/media/store-check.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import { arrivalsOf } from '#api/ground/media/scratch.ts';
import type { Uses } from '#api/ground/services.ts';
import { removeOlder } from '#api/ground/storage/remove-older.ts';
import { rejectOrphans } from './requests.ts';

export const endLostUploads = declareClockJob('endLostUploads');

// Younger files may belong to a running upload.
const graceMs = 3_600_000;

/** Rejects uploads without a job, and removes files that interrupted uploads and processes left behind. */
export async function endUploadsWithoutJob(services: Uses<'db' | 'settings' | 'storage'> & Checking): Promise<void> {
  if (!(await mayRemove(services, endLostUploads.name))) return;
  const { db, storage, settings } = services;
  await rejectOrphans(db);
  const before = new Date(Date.now() - graceMs);
  await removeOlder(arrivalsOf(settings), before);
  await storage.sweepUnfinished(before);
}

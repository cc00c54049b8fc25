import { type Checking, mayRemove } from '#api/domains/media/store-check.ts';
import { declareClockJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { rejectOrphans } from './requests.ts';

export const endLostUploads = declareClockJob('endLostUploads');

// Younger files may belong to a running upload.
const graceMs = 3_600_000;

/** Rejects uploads without a job, and removes what interrupted uploads left in the store. */
export async function endUploadsWithoutJob(services: Uses<'db' | 'storage'> & Checking): Promise<void> {
  if (!(await mayRemove(services, endLostUploads.name))) return;
  const { db, storage } = services;
  await rejectOrphans(db);
  await storage.sweepUnfinished(new Date(Date.now() - graceMs));
}

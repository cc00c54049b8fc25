import type { Task } from '#api/jobs/task.ts';
import { arrivalsOf } from '#api/media/scratch.ts';
import { mayRemove } from '#api/media/store-check.ts';
import { removeOlder } from '#api/storage/remove-older.ts';
import { giveUp } from './requests.ts';

// What is younger may belong to somebody who is still at work.
const graceMs = 3_600_000;

/** Answers for uploads without a job, and removes what senders and processes that died left half-written. */
export const endLostUploads: Task<object> = (services) => async () => {
  if (!(await mayRemove(services, 'endLostUploads'))) return;
  const { db, storage, settings } = services;
  await giveUp(db);
  const before = new Date(Date.now() - graceMs);
  await removeOlder(arrivalsOf(settings), before);
  await storage.sweepUnfinished(before);
};

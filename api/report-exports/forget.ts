import { lt, sql } from 'drizzle-orm';
import { reportExports } from '#api/db/schema.ts';
import type { Task } from '#api/jobs/task.ts';
import { mayRemove } from '#api/media/store-check.ts';

/** Removes exports and their files a day after they were asked for; a file that stays behind has no row and is swept. */
export const forgetExports: Task<object> = (services) => async () => {
  if (!(await mayRemove(services, 'forgetExports'))) return;
  const { db, storage } = services;
  const old = lt(reportExports.createdAt, sql`now() - interval '1 day'`);
  const gone = await db.delete(reportExports).where(old).returning({ key: reportExports.storageKey });
  for (const { key } of gone) await storage.remove(key);
};

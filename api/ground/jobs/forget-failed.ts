import { sql } from 'drizzle-orm';
import type { Uses } from '#api/ground/services.ts';
import { declareClockJob } from './job.ts';

export const forgetFailed = declareClockJob('forgetFailed');

/** Removes jobs that failed permanently a month ago; until then operators can look for the reason. */
export async function forgetFailedJobs({ db }: Uses<'db'>): Promise<void> {
  await db.execute(sql`select count(*) from graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'))`);
}

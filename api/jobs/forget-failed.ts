import { sql } from 'drizzle-orm';
import type { Task } from './task.ts';

/** Removes jobs that failed for good a month ago; till then they tell whoever looks for the reason. */
export const forgetFailed: Task<object> =
  ({ db }) =>
  async () => {
    await db.execute(sql`select count(*) from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'))`);
  };

import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { Job } from './job.ts';

export interface JobOptions {
  /** Another job of the same key that still waits is replaced by this one. */
  readonly key?: string;
  /** Not before this instant; at once, unless given. */
  readonly runAt?: Date;
  /** The maximum of attempts, with growing pauses of up to six hours. The default of 25 takes about three days. */
  readonly maxAttempts?: number;
  /** Jobs that name the same queue run one after the other. */
  readonly queue?: string;
  /** Of the jobs that are due, those of a lower number run first; 0 unless given. */
  readonly priority?: number;
}

/** The priority of jobs that a child waits for. */
export const beforeOthers = -10;
/** The priority of jobs that come in thousands, each of which may wait for a mail server. */
export const afterOthers = 10;

export interface Jobs {
  /** Adds a job in the caller's transaction, so the job exists exactly when the transaction's rows do. */
  add<Payload>(tx: Queryable, job: Job<Payload>, payload: Payload, options?: JobOptions): Promise<void>;
}

export const jobs: Jobs = {
  async add(tx, { name }, payload, { key = null, runAt, maxAttempts = null, queue = null, priority = null } = {}) {
    // The queue's tables are of no school.
    await beyondWall(tx, (within) =>
      within.execute(sql`select graphile_worker.add_job(
      identifier => ${name}, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz, max_attempts => ${maxAttempts}::int,
      queue_name => ${queue}::text, priority => ${priority}::int)`),
    );
  },
};

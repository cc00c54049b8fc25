import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Job } from './job.ts';

/** The id in a job's payload, and the column that it names. */
interface JobOf<Payload> {
  readonly field: keyof Payload & string;
  readonly column: PgColumn;
}

/** Whether a row's job waits or runs. A locked job is running, possibly its last attempt. */
export const hasJob = <Payload>({ name }: Job<Payload>, { field, column }: JobOf<Payload>): SQL => sql`exists (
  select from graphile_worker._private_jobs job
  where job.payload ->> ${field} = ${column}::text
    and job.task_id = (select id from graphile_worker._private_tasks where identifier = ${name})
    and (job.attempts < job.max_attempts or job.locked_at is not null))`;

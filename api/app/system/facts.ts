import { inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { mediaRequests } from '#api/ground/db/schema.ts';
import { mailAccountLink, mailNewDevice, mailNotice, requestLink } from '#api/domains/auth/jobs.ts';
import { mailBrokenLinks } from '#api/domains/link-health/jobs.ts';
import { mailWebhookOff } from '#api/domains/webhooks/jobs.ts';

/** The jobs that end in a mail. */
const mailJobs = [mailAccountLink, mailBrokenLinks, mailNewDevice, mailNotice, mailWebhookOff, requestLink].map(
  ({ name }) => name,
);

export interface QueueFacts extends Record<string, unknown> {
  /** Jobs that are due and not running. */
  readonly ready: number;
  /** The age of the oldest one in seconds. */
  readonly oldestSeconds: number;
  readonly working: number;
  /** Jobs that failed permanently. */
  readonly failed: number;
  /** Unsent mails, retries included. */
  readonly mails: number;
}

export async function queueFacts(db: Queryable): Promise<QueueFacts> {
  const isReady = sql`attempts < max_attempts and locked_at is null and run_at <= now()`;
  const { rows } = await db.execute<QueueFacts>(sql`
    select count(*) filter (where ${isReady})::int as ready,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${isReady})), 0)::float8 as "oldestSeconds",
      count(*) filter (where locked_at is not null)::int as working,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
      count(*) filter (where attempts < max_attempts and task_identifier in ${mailJobs})::int as mails
    from graphile_worker.jobs`);
  return rows[0] ?? { ready: 0, oldestSeconds: 0, working: 0, failed: 0, mails: 0 };
}

/** Uploads in processing. */
export async function uploadsInWork(db: Queryable): Promise<number> {
  return db.$count(mediaRequests, inArray(mediaRequests.state, ['pending', 'processing']));
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '#api/ground/db/client.ts';
import { webhookDeliveries } from '#api/ground/db/schema.ts';
import { declareClockJob, declareJob } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';

/** Makes messages of changes, every minute. */
export const tellWebhooks = declareClockJob('tellWebhooks');

/** The type of a test message. */
export const ping = 'ping';

// The values are literals: with parameters, PostgreSQL may plan the statement without the partial indexes.

/** The messages that wait. */
export const isWaiting = sql`${webhookDeliveries.state} = 'waiting'`;

/** The failed messages about changes, without test messages, which are no lost changes. */
export const isFailedChange = sql`${webhookDeliveries.state} = 'failed' and ${webhookDeliveries.type} <> 'ping'`;

/** Sends the messages of one webhook that are due. */
export const sendToWebhook = declareJob('sendToWebhook', z.object({ webhookId: z.string() }));
export type WebhookTurn = z.output<typeof sendToWebhook.payload>;

export const mailWebhookOff = declareJob(
  'mailWebhookOff',
  z.object({
    /** The letter's own. */
    id: z.string(),
    webhookId: z.string(),
    userId: z.string(),
  }),
);
export type WebhookOffMail = z.output<typeof mailWebhookOff.payload>;

/** Has the due messages of a webhook sent. One job sends at a time, so that a receiver that hangs holds one worker only. */
export async function wake(tx: Queryable, { jobs }: Uses<'jobs'>, webhookId: string, runAt?: Date): Promise<void> {
  const name = `webhook ${webhookId}`;
  await jobs.add(tx, sendToWebhook, { webhookId }, { key: name, queue: name, ...(runAt && { runAt }) });
}

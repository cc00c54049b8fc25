import { and, asc, eq, lte, min, or, type SQL, sql } from 'drizzle-orm';
import { webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { JobRun } from '#api/ground/jobs/job.ts';
import type { Uses } from '#api/ground/services.ts';
import { isWaiting, ping, wake, type WebhookTurn } from './jobs.ts';
import { type Outcome, post } from './post.ts';
import { signedHeaders, signingSecrets } from './secret.ts';
import { type Delivery, type Webhook, writeOutcome } from './outcome.ts';

type Needs = Uses<'db' | 'jobs' | 'secrets' | 'settings'>;

interface Limits {
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number;
  /** After so long, other jobs get their turn. */
  readonly turnMs: number;
}
const usual: Limits = { timeoutMs: 15_000, turnMs: 20_000 };

/** Sends the due messages of a webhook, one after the other, and has itself called again when the next one is due. */
export async function sendDue(
  services: Needs,
  { webhookId }: WebhookTurn,
  { signal }: Pick<JobRun, 'signal'>,
  { timeoutMs, turnMs }: Limits = usual,
): Promise<void> {
  const end = performance.now() + turnMs;
  for (;;) {
    const due = await nextDue(services, webhookId);
    if (!due) break;
    signal.throwIfAborted();
    const outcome = await trySending(services, due, { timeoutMs, signal });
    await writeOutcome(services, due, outcome);
    if (performance.now() > end) break;
  }
  const runAt = await nextTryOf(services, webhookId);
  if (runAt) await wake(services.db, services, webhookId, runAt);
}

// Pings are sent at any time: they show whether the receiver is well again.
const mayBeSent = or(
  eq(webhookDeliveries.type, ping),
  and(eq(webhooks.state, 'active'), sql`coalesce(${webhooks.restsUntil} <= now(), true)`),
);

async function nextDue({ db }: Uses<'db'>, webhookId: string) {
  const [due] = await waiting({ db }, webhookId, and(mayBeSent, lte(webhookDeliveries.nextTryAt, sql`now()`)))
    .orderBy(asc(webhookDeliveries.nextTryAt), asc(webhookDeliveries.id))
    .limit(1);
  return due;
}

const waiting = ({ db }: Uses<'db'>, webhookId: string, condition: SQL | undefined) =>
  db
    .select({ webhook: webhooks, delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isWaiting, condition))
    .$dynamic();

/** The time of the next message; undefined when no message waits. */
async function nextTryOf({ db }: Uses<'db'>, webhookId: string): Promise<Date | undefined> {
  const [next] = await db
    .select({ at: min(webhookDeliveries.nextTryAt), restsUntil: webhooks.restsUntil })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isWaiting, eq(webhooks.state, 'active')))
    .groupBy(webhooks.id);
  if (!next?.at) return undefined;
  return next.restsUntil && next.restsUntil > next.at ? next.restsUntil : next.at;
}

interface Try {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Due {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

async function trySending(
  { secrets, settings }: Needs,
  { webhook, delivery }: Due,
  { timeoutMs, signal }: Try,
): Promise<Outcome> {
  const keys = signingSecrets(secrets, webhook);
  if (keys.length === 0) return { problem: 'secret', status: null, answer: null, durationMs: 0 };
  const { id, type, occurredAt, rowId } = delivery;
  // The message has only ids: a receiver with the right to see the row requests it.
  const data = rowId === null ? {} : { id: rowId };
  const body = JSON.stringify({ id, type, timestamp: occurredAt.toISOString(), data });
  const headers = signedHeaders(keys, { id, timestamp: Math.floor(Date.now() / 1000), body });
  return post({ url: webhook.url, headers, body, allowLocal: settings.localWebhooks, timeoutMs, signal });
}

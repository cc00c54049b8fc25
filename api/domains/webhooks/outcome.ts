import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { peopleWhoMay } from '#api/domains/users/reader.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { webhooks as listWebhooks } from '#schema/rest/webhooks.ts';
import { mailWebhookOff, ping } from './jobs.ts';
import type { Outcome } from './post.ts';

export type Webhook = typeof webhooks.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;

const minutes = 60;
const hours = 60 * minutes;
/** Seconds until the next try after each failed one: the schedule that the Standard Webhooks specification gives. */
const pauses = [5, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours, 24 * hours];
/** The pause after no answer at all, so that a receiver that hangs takes little of a worker's time. */
const restSeconds = 60;
/** After so many days without a success, the webhook is switched off. */
const mostFailingDays = 3;
/** The failed tries of one message, over two days, before its webhook is switched off. Time alone is no sign: this machine may have been off. */
const leastTries = pauses.length;

interface Tried {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}

/**
 * Writes the outcome of a try to the log, unless the message was to be sent again during the try; then it stays due.
 * Switches a webhook off that is gone or has failed for days.
 */
export async function writeOutcome(
  services: Uses<'db' | 'jobs'>,
  { webhook: { id: webhookId }, delivery }: Tried,
  outcome: Outcome,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('no key update');
    if (!webhook) return;
    await tx
      .update(webhookDeliveries)
      .set({ ...outcome, ...nextStepOf(delivery, outcome), attempts: delivery.attempts + 1, lastTryAt: sql`now()` })
      .where(and(eq(webhookDeliveries.id, delivery.id), isStillThisTry(delivery)));
    if (outcome.problem === null) {
      await tx.update(webhooks).set({ failingSince: null, restsUntil: null }).where(eq(webhooks.id, webhookId));
      return;
    }
    const state = stateAfter({ webhook, delivery }, outcome);
    await tx
      .update(webhooks)
      .set({
        state,
        // A failed test message is not tried again, so its failure does not start the time of failures.
        failingSince: delivery.type === ping ? webhook.failingSince : (webhook.failingSince ?? sql`now()`),
        restsUntil: outcome.status === null ? sql`now() + make_interval(secs => ${restSeconds})` : null,
      })
      .where(eq(webhooks.id, webhookId));
    if (state !== webhook.state) await tellMaker(tx, services, { ...webhook, state });
  });
}

const isStillThisTry = ({ attempts, nextTryAt }: Delivery) =>
  and(
    eq(webhookDeliveries.attempts, attempts),
    nextTryAt === null ? isNull(webhookDeliveries.nextTryAt) : eq(webhookDeliveries.nextTryAt, nextTryAt),
  );

function nextStepOf({ type, attempts }: Delivery, { problem }: Outcome) {
  if (problem === null) return { state: 'delivered', nextTryAt: null } as const;
  const pause = type === ping ? undefined : pauses[attempts];
  if (pause === undefined) return { state: 'failed', nextTryAt: null } as const;
  return { state: 'waiting', nextTryAt: sql`now() + make_interval(secs => ${pause})` } as const;
}

function stateAfter({ webhook, delivery }: Tried, { status }: Outcome): Webhook['state'] {
  const { state, failingSince } = webhook;
  if (state !== 'active') return state;
  if (status === 410) return 'gone';
  if (delivery.attempts + 1 < leastTries) return state;
  const failsForDays =
    failingSince !== null && failingSince.getTime() < Date.now() - mostFailingDays * 24 * hours * 1000;
  return failsForDays ? 'failing' : state;
}

async function tellMaker(tx: Queryable, { jobs }: Uses<'jobs'>, { id, state, createdById }: Webhook): Promise<void> {
  await recordChange(
    tx,
    { userId: null, requestId: newId() },
    { action: 'status', entity: 'webhooks', entityId: id, before: { state: 'active' }, after: { state } },
  );
  for (const userId of await readersOf(tx, createdById))
    await jobs.add(tx, mailWebhookOff, { id: newId(), webhookId: id, userId });
}

// The webhook's creator, or everybody who manages webhooks when the creator no longer does.
async function readersOf(tx: Queryable, makerId: string | null): Promise<string[]> {
  const ids = await peopleWhoMay(tx, listWebhooks);
  return makerId !== null && ids.includes(makerId) ? [makerId] : ids;
}

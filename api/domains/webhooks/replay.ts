import { and, eq, gte, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { WebhookDelivery } from '#schema/rest/webhooks.ts';
import { isFailedChange, ping, wake } from './jobs.ts';
import { deliveryOf } from './list.ts';

interface Asked {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

// A message that is sent again gets all of its tries again.
const again = { state: 'waiting', attempts: 0, nextTryAt: sql`now()` } as const;

/** Has a test message sent. */
export async function sendPing(
  services: Uses<'db' | 'jobs'>,
  { caller, requestId, id }: Asked,
): Promise<WebhookDelivery> {
  return services.db.transaction(async (tx) => {
    await assertThere(tx, id);
    const row = { id: newId(), webhookId: id, type: ping, occurredAt: new Date(), nextTryAt: new Date() };
    const [delivery] = await tx.insert(webhookDeliveries).values(row).returning();
    if (!delivery) throw notFound();
    await recordChange(tx, { ...caller, requestId }, { action: 'ping', entity: 'webhooks', entityId: id });
    await wake(tx, services, id);
    return deliveryOf(delivery);
  });
}

async function assertThere(tx: Queryable, id: string): Promise<void> {
  const [webhook] = await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) throw notFound();
}

/** Sends one message of the log again, with its id. */
export async function replayOne(
  services: Uses<'db' | 'jobs'>,
  { caller, requestId, id, deliveryId }: Asked & { readonly deliveryId: string },
): Promise<WebhookDelivery> {
  return services.db.transaction(async (tx) => {
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set(again)
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, id)))
      .returning();
    if (!delivery) throw notFound();
    const after = { type: delivery.type, messages: 1 };
    await recordChange(tx, { ...caller, requestId }, { action: 'replay', entity: 'webhooks', entityId: id, after });
    await wake(tx, services, id);
    return deliveryOf(delivery);
  });
}

/** Sends the failed messages about changes since an instant again; resolves to their number. */
export async function replayFailed(
  services: Uses<'db' | 'jobs'>,
  { caller, requestId, id, since }: Asked & { readonly since: string },
): Promise<number> {
  return services.db.transaction(async (tx) => {
    await assertThere(tx, id);
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set(again)
      .where(
        and(eq(webhookDeliveries.webhookId, id), isFailedChange, gte(webhookDeliveries.occurredAt, new Date(since))),
      );
    const messages = rowCount ?? 0;
    const after = { since, messages };
    await recordChange(tx, { ...caller, requestId }, { action: 'replay', entity: 'webhooks', entityId: id, after });
    await wake(tx, services, id);
    return messages;
  });
}

import { and, count, eq, sql } from 'drizzle-orm';
import { changesAfter, cursorNow } from '#api/ground/db/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { kindsOf, type WebhookEvent } from '#schema/webhook-events.ts';
import { isWaiting, wake } from './jobs.ts';

type Webhook = typeof webhooks.$inferSelect;

const pageSize = 200;
// The most pages that one run sends to one webhook, so that a change of thousands of rows does not delay the others.
const pagesAtOnce = 10;
// While so many messages wait, changes stay in the feed: nothing is lost, and the log does not grow without end.
const mostWaiting = 10_000;

/** Makes a message for each change that a webhook subscribes to, from the feeds of changes, and wakes the sender. */
export async function tellChanges(services: Uses<'db' | 'jobs'>): Promise<void> {
  const { db } = services;
  const active = await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.state, 'active'));
  for (const { id } of active)
    await db.transaction(async (tx) => {
      const [webhook] = await tx
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.id, id), eq(webhooks.state, 'active')))
        // A webhook whose row is locked is being served by another process.
        .for('no key update', { skipLocked: true });
      if (!webhook) return;
      if ((await waitingOf(tx, id)) < mostWaiting) await tellOne(tx, webhook);
      if ((await waitingOf(tx, id)) > 0) await wake(tx, services, id);
    });
}

async function waitingOf(tx: Queryable, webhookId: string): Promise<number> {
  const [waiting] = await tx
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isWaiting));
  return waiting?.count ?? 0;
}

async function tellOne(tx: Queryable, { id, events, cursors: before }: Webhook): Promise<void> {
  const cursors = { ...before };
  for (const kind of kindsOf(events))
    for (let page = 0; page < pagesAtOnce; page += 1) {
      const query = { After: cursors[kind] ?? (await cursorNow(tx)), Size: pageSize };
      const { rows, cursor, isLast } = await changesAfter(tx, { kind, query });
      const messages = rows.flatMap(({ id: rowId, at, change }) => {
        const type: WebhookEvent = `${kind}.${change}`;
        return events.includes(type) ? [{ id: newId(), webhookId: id, type, rowId, occurredAt: at }] : [];
      });
      if (messages.length > 0)
        await tx.insert(webhookDeliveries).values(messages.map((row) => ({ ...row, nextTryAt: sql`now()` })));
      cursors[kind] = cursor ?? query.After;
      if (isLast) break;
    }
  await tx.update(webhooks).set({ cursors }).where(eq(webhooks.id, id));
}

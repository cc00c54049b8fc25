import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tellChanges } from '#api/domains/webhooks/tell.ts';
import { classes, webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { WebhookEvent } from '#schema/webhook-events.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { jobsOf, makeWebhook } from '#tests/support/webhooks.ts';
import { ownWorld } from '#tests/support/world.ts';

// The jobs are run by the tests, one at a time.
const world = ownWorld({ gateway: false, api: { jobsInApi: false, localWebhooks: true } });
const db = () => world.services.db;

beforeEach(async () => {
  await db().delete(webhooks);
});

const deliveries = (webhookId: string) =>
  db().select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId));

describe('changes', () => {
  const changed = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const told = async (id: string) =>
    (await deliveries(id)).map(({ type, rowId }) => ({ type, rowId })).sort((a, b) => a.type.localeCompare(b.type));

  test('become one message each, from what the feeds tell, and those that are not asked for none', async () => {
    const events: WebhookEvent[] = ['class.created', 'class.deleted', 'textbook.updated'];
    const long = new Date(Date.now() - 3_600_000);
    const cursors = { class: `${long.toISOString()}_${noId}`, textbook: `${long.toISOString()}_${noId}` };
    await db()
      .update(classes)
      .set({ updatedAt: changed(7_200) });
    const { id } = await makeWebhook(world.services, { events, cursors });
    const book = await makeTextBook(db(), { createdAt: changed(7_000), updatedAt: changed(60) });
    const at = { createdAt: changed(60), updatedAt: changed(60) };
    const [made, gone] = [
      await makeClass(db(), { textbookId: book.id, ...at }),
      await makeClass(db(), { textbookId: book.id, ...at, deletedAt: changed(60) }),
    ];
    await makeClass(db(), { textbookId: book.id, createdAt: changed(7_000), updatedAt: changed(60) });
    await makeClass(db(), { textbookId: book.id });
    const expected = [
      { type: 'class.created', rowId: made.id },
      { type: 'class.deleted', rowId: gone.id },
      { type: 'textbook.updated', rowId: book.id },
    ];
    await Promise.all([tellChanges(world.services), tellChanges(world.services)]);
    expect(await told(id)).toEqual(expected);
    await tellChanges(world.services);
    expect(await told(id)).toEqual(expected);
    expect(await jobsOf(world, 'sendToWebhook')).toContainEqual({ webhookId: id });
    await db()
      .update(classes)
      .set({ updatedAt: changed(50) })
      .where(eq(classes.id, made.id));
    await tellChanges(world.services);
    // It was told as created before, and updates are not asked for.
    expect(await told(id)).toEqual(expected);
  });

  test('of the time while a webhook was off are told when it is on again', async () => {
    const { id } = await makeWebhook(world.services, {
      state: 'off',
      cursors: { class: `${changed(3_600).toISOString()}_${noId}` },
    });
    await db()
      .update(classes)
      .set({ updatedAt: changed(7_200) });
    const book = await makeTextBook(db());
    const made = await makeClass(db(), { textbookId: book.id, createdAt: changed(60), updatedAt: changed(60) });
    await tellChanges(world.services);
    expect(await told(id)).toEqual([]);
    await db().update(webhooks).set({ state: 'active' });
    await tellChanges(world.services);
    expect(await told(id)).toEqual([{ type: 'class.created', rowId: made.id }]);
  });
});

const noId = '00000000-0000-0000-0000-000000000000';

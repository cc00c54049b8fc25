import { createHmac } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { replayOne } from '#api/domains/webhooks/replay.ts';
import { sendDue } from '#api/domains/webhooks/send.ts';
import { sendWebhookOff } from '#api/domains/webhooks/mail-off.ts';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { type StandIn, startStandIn } from '#tests/gateway/stand-in.ts';
import { jobsOf, makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { ownWorld } from '#tests/support/world.ts';
import { addStaff } from './school.ts';

// The jobs are run by the tests, one at a time.
const world = ownWorld({ gateway: false, api: { jobsInApi: false, localWebhooks: true } });
const db = () => world.services.db;

beforeEach(async () => {
  await db().delete(webhooks);
});

/** For silent receivers alone: this process is the receiver too, and a busy one is slow to answer. */
const soon = { timeoutMs: 1_000, turnMs: 10_000 };
const send = (webhookId: string, { limits, ...over }: { limits?: typeof soon | undefined; settings?: Settings } = {}) =>
  sendDue({ ...world.services, ...over }, { webhookId }, { signal: new AbortController().signal }, limits);
const deliveries = (webhookId: string) =>
  db().select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId));
const webhookOf = async (id: string) => (await db().select().from(webhooks).where(eq(webhooks.id, id)))[0];

/** A webhook with one message that is due, to a receiver that answers so. */
async function due(answer: Parameters<typeof startStandIn>[0], over: Partial<typeof webhooks.$inferInsert> = {}) {
  const receiver = await startStandIn(answer);
  const webhook = await makeWebhook(world.services, { url: `${receiver.url}/hook?of=school`, ...over });
  const waiting = { state: 'waiting', nextTryAt: new Date() } as const;
  const message = await makeDelivery(db(), { webhookId: webhook.id, ...waiting });
  return { receiver, webhook, message };
}

const first = async (webhookId: string) => {
  const [row] = await deliveries(webhookId);
  if (!row) throw new Error('There is no message.');
  return row;
};

function signaturesOf(secret: string, { calls: [call] }: StandIn): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = call?.headers ?? {};
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${call?.body}`)
    .digest('base64')}`;
}

describe('a message', () => {
  test('is signed by the Standard Webhooks specification and holds ids alone', async () => {
    const { receiver, webhook, message } = await due((_, response) => response.end('thanks'));
    await send(webhook.id);
    const [call] = receiver.calls;
    const row = await first(webhook.id);
    expect(call).toMatchObject({ method: 'POST', path: '/hook?of=school' });
    expect(call?.headers).toMatchObject({ 'webhook-id': message.id, 'content-type': 'application/json' });
    expect(Math.abs(Number(call?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(call?.headers['webhook-signature']).toBe(signaturesOf(webhook.secret, receiver));
    expect(JSON.parse(call?.body ?? '')).toEqual({
      id: message.id,
      type: 'class.created',
      timestamp: row.occurredAt.toISOString(),
      data: { id: row.rowId },
    });
    expect(row).toMatchObject({ state: 'delivered', attempts: 1, status: 200, answer: 'thanks', nextTryAt: null });
    await send(webhook.id);
    expect(receiver.calls).toHaveLength(1);
  });

  test('is signed with the secret before too for its day', async () => {
    const { receiver, webhook } = await due((_, response) => response.end());
    const { sealedSecret } = (await webhookOf(webhook.id)) ?? {};
    const other = await makeWebhook(world.services);
    const renewed = (endsAt: number) => ({
      // Of another webhook, the secret cannot be opened.
      ...{ sealedSecret: sealedSecret ?? '', oldSealedSecret: sealedSecret ?? '' },
      oldSecretEndsAt: new Date(Date.now() + endsAt),
    });
    await db().update(webhooks).set(renewed(60_000)).where(eq(webhooks.id, webhook.id));
    await send(webhook.id);
    const signature = signaturesOf(webhook.secret, receiver);
    expect(receiver.calls[0]?.headers['webhook-signature']).toBe(`${signature} ${signature}`);
    await db().update(webhooks).set(renewed(-1)).where(eq(webhooks.id, webhook.id));
    await makeDelivery(db(), { webhookId: webhook.id, state: 'waiting', nextTryAt: new Date() });
    await send(webhook.id);
    expect(receiver.calls[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    await db()
      .update(webhooks)
      .set({ sealedSecret: sealedSecret ?? '' })
      .where(eq(webhooks.id, other.id));
    await makeDelivery(db(), { webhookId: other.id, state: 'waiting', nextTryAt: new Date() });
    await send(other.id);
    expect(await first(other.id)).toMatchObject({ state: 'waiting', problem: 'secret' });
  });

  test.each<[string, Parameters<typeof startStandIn>[0], object, typeof soon?]>([
    ['an error', (_, response) => response.writeHead(500).end('x'.repeat(5_000)), { problem: 'status', status: 500 }],
    [
      'a redirect, which is not followed',
      ({ path }, response) => response.writeHead(path === '/other' ? 200 : 307, { location: '/other' }).end(),
      { problem: 'redirect', status: 307 },
    ],
    ['no answer in time', () => undefined, { problem: 'timeout', status: null }, soon],
    ['a connection that breaks', (_, response) => response.destroy(), { problem: 'connection', status: null }],
  ])('is tried again after %s', async (_, answer, expected, limits) => {
    const { receiver, webhook } = await due(answer);
    await send(webhook.id, { limits });
    const row = await first(webhook.id);
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, ...expected });
    expect(row.answer?.length ?? 0).toBeLessThanOrEqual(500);
    const pause = (row.nextTryAt?.getTime() ?? 0) - (row.lastTryAt?.getTime() ?? 0);
    expect(pause).toBe(5_000);
    expect(receiver.calls).toHaveLength(1);
    expect((await webhookOf(webhook.id))?.failingSince).not.toBeNull();
  });

  test('has its last try after three days, and is counted as failed then', async () => {
    const { webhook, message } = await due((_, response) => response.writeHead(503).end());
    const pauses: number[] = [];
    for (let row = await first(webhook.id); row.state === 'waiting'; row = await first(webhook.id)) {
      await db().update(webhookDeliveries).set({ nextTryAt: new Date() }).where(eq(webhookDeliveries.id, message.id));
      await send(webhook.id);
      const { nextTryAt, lastTryAt } = await first(webhook.id);
      pauses.push(nextTryAt && lastTryAt ? (nextTryAt.getTime() - lastTryAt.getTime()) / 1000 : 0);
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 0]);
    expect(await first(webhook.id)).toMatchObject({ state: 'failed', attempts: 10 });
  });

  test('goes on after the process has ended in the middle, and costs no try', async () => {
    const run = new AbortController();
    const { webhook } = await due(() => run.abort());
    const sending = sendDue(world.services, { webhookId: webhook.id }, run);
    await expect(sending).rejects.toThrow();
    expect(await first(webhook.id)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('is sent again where somebody asks for that while a try goes on', async () => {
    const { id: userId } = await addStaff(world, { role: 'Administrator' });
    const caller = { kind: 'Administrator', userId, sessionId: null } as const;
    const { receiver, webhook, message } = await due(async (_, response, number) => {
      const asked = { caller, requestId: newId(), id: webhook.id, deliveryId: message.id };
      if (number === 1) await replayOne(world.services, asked);
      response.writeHead(number === 1 ? 500 : 200).end();
    });
    await send(webhook.id);
    expect(receiver.calls).toHaveLength(2);
    expect(await first(webhook.id)).toMatchObject({ state: 'delivered', attempts: 1, status: 200 });
  });

  test('leads to no private address unless the settings allow it, by a name or by itself', async () => {
    const { receiver, webhook } = await due((_, response) => response.end());
    const settings = { ...world.services.settings, localWebhooks: false };
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
      await db().update(webhooks).set({ url, restsUntil: null }).where(eq(webhooks.id, webhook.id));
      await db().update(webhookDeliveries).set({ nextTryAt: new Date() });
      await send(webhook.id, { settings });
      expect(await first(webhook.id)).toMatchObject({ state: 'waiting', problem: 'address' });
    }
    expect(receiver.calls).toEqual([]);
  });
});

describe('a receiver', () => {
  test('that gives no answer is left alone for a minute', async () => {
    const { receiver, webhook } = await due(() => undefined);
    await makeDelivery(db(), { webhookId: webhook.id, state: 'waiting', nextTryAt: new Date() });
    await send(webhook.id, { limits: soon });
    await send(webhook.id, { limits: soon });
    expect(receiver.calls).toHaveLength(1);
    await db().update(webhooks).set({ restsUntil: new Date() });
    await send(webhook.id, { limits: soon });
    expect(receiver.calls).toHaveLength(2);
  });

  test('that is gone (410) or has failed for three days is switched off, and its maker is told', async () => {
    const maker = await addStaff(world, { role: 'Administrator', firstName: 'Kei', lastName: 'Maker' });
    const fourDays = new Date(Date.now() - 4 * 86_400_000);
    const over = { createdById: maker.id, name: 'Timetable' };
    const gone = await due((_, response) => response.writeHead(410).end(), over);
    const failing = await due((_, response) => response.writeHead(500).end(), { ...over, failingSince: fourDays });
    await db().update(webhookDeliveries).set({ attempts: 8 }).where(eq(webhookDeliveries.id, failing.message.id));
    for (const [{ webhook, receiver }, state] of [
      [gone, 'gone'],
      [failing, 'failing'],
    ] as const) {
      await send(webhook.id);
      expect(await webhookOf(webhook.id)).toMatchObject({ state });
      const [entry] = await db()
        .select()
        .from(auditLog)
        .where(eq(auditLog.entityId, webhook.id))
        .orderBy(desc(auditLog.at));
      expect(entry).toMatchObject({ action: 'status', actorId: null, after: { state }, entityName: 'Timetable' });
      const mails = await jobsOf(world, 'mailWebhookOff');
      expect(mails).toContainEqual(expect.objectContaining({ webhookId: webhook.id, userId: maker.id }));
      await makeDelivery(db(), { webhookId: webhook.id, state: 'waiting', nextTryAt: new Date() });
      await send(webhook.id);
      expect(receiver.calls).toHaveLength(1);
      // A test message shows whether the receiver is back.
      await makeDelivery(db(), { webhookId: webhook.id, type: 'ping', state: 'waiting', nextTryAt: new Date() });
      await send(webhook.id);
      expect(receiver.calls).toHaveLength(2);
      const letters: { readonly subject: string; readonly before: readonly unknown[]; readonly link: string }[] = [];
      const mailer = { send: (letter: (typeof letters)[number]) => Promise.resolve(void letters.push(letter)) };
      const services = { ...world.services, mailer: { ...world.services.mailer, ...mailer } };
      await sendWebhookOff(services, { id: 'letter', webhookId: webhook.id, userId: maker.id });
      expect(letters).toMatchObject([
        {
          subject: 'The webhook “Timetable” was switched off',
          link: expect.stringContaining(`/webhooks/${webhook.id}`) as string,
        },
      ]);
    }
  });

  test('stays on when a message fails days after a test message did, or after the machine was off', async () => {
    const { webhook, message } = await due((_, response) => response.writeHead(502).end());
    await makeDelivery(db(), { webhookId: webhook.id, type: 'ping', state: 'waiting', nextTryAt: new Date(0) });
    await db()
      .update(webhookDeliveries)
      .set({ nextTryAt: new Date(Date.now() + 60_000) })
      .where(eq(webhookDeliveries.id, message.id));
    await send(webhook.id);
    expect(await webhookOf(webhook.id)).toMatchObject({ state: 'active', failingSince: null });

    const fourDays = new Date(Date.now() - 4 * 86_400_000);
    await db().update(webhooks).set({ failingSince: fourDays });
    for (const [attempts, state] of [
      [1, 'active'],
      [7, 'active'],
      [8, 'failing'],
    ] as const) {
      await db()
        .update(webhookDeliveries)
        .set({ attempts, state: 'waiting', nextTryAt: new Date() })
        .where(eq(webhookDeliveries.id, message.id));
      await send(webhook.id);
      expect(await webhookOf(webhook.id)).toMatchObject({ state, failingSince: fourDays });
    }
  });
});

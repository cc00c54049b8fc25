import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { webhookDeliveries, webhooks as table } from '#api/ground/db/schema.ts';
import { isPublicAddress, namesLocalHost } from '#api/ground/http/public-address.ts';
import * as operations from '#schema/rest/webhooks.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { addStaff, type Member, problemOf, send, tokenOf } from './school.ts';

const world = keptApi();
let maker: Member;
let token: string;

beforeAll(async () => {
  maker = await addStaff(world, { role: 'Administrator', firstName: 'Kei', lastName: 'Maker' });
  token = await tokenOf(world, maker);
});

const valid = {
  name: 'Timetable',
  url: 'https://receiver.example.com/hook',
  events: ['user.updated', 'class.created', 'user.updated'],
};
const create = (over: object = {}) => send(world, operations.createWebhook, { token, body: { ...valid, ...over } });
const made = () => answerOf(operations.createWebhook, create());
const rowOf = async (id: string) => (await world.services.db.select().from(table).where(eq(table.id, id)))[0];

describe('a new webhook', () => {
  test('tells its secret once', async () => {
    const { secret, webhook } = await made();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(webhook).toMatchObject({ name: 'Timetable', state: 'active', createdBy: { id: maker.id } });
    expect(webhook.events).toEqual(['class.created', 'user.updated']);
    const list = await answerOf(operations.webhooks, send(world, operations.webhooks, { token }));
    expect(list.items).toContainEqual(webhook);
    expect(JSON.stringify([list, await rowOf(webhook.id)])).not.toContain(secret.slice(6));
  });

  test.each([
    [{ name: ' ' }, { name: ['messages.webhookNameRequire'] }],
    [{ events: [] }, { events: ['messages.webhookEventsRequire'] }],
    [{ events: ['class.read'] }, { 'events.0': ['messages.invalidValue'] }],
    [{ url: '' }, { url: ['messages.webhookUrlRequire'] }],
    [{ url: 'http://receiver.example.com/' }, { url: ['messages.webhookUrlInvalid'] }],
    [{ url: 'https://me:pw@receiver.example.com/' }, { url: ['messages.webhookUrlInvalid'] }],
    [{ url: 'ftp://receiver.example.com/' }, { url: ['messages.webhookUrlInvalid'] }],
    [{ url: 'http://127.0.0.1/' }, { url: ['messages.webhookUrlInvalid'] }],
    [{ url: 'https://127.0.0.1/' }, { url: ['messages.webhookUrlLocal'] }],
    [{ url: 'https://2130706433/' }, { url: ['messages.webhookUrlLocal'] }],
    [{ url: 'https://[::1]/' }, { url: ['messages.webhookUrlLocal'] }],
    [{ url: 'https://metadata.internal./' }, { url: ['messages.webhookUrlLocal'] }],
  ])('of %j is refused', async (over, errors) => {
    expect((await problemOf(create(over), 400)).errors).toEqual(errors);
  });

  test('is one of 20 at most', async () => {
    const { db } = world.services;
    await db.delete(table);
    for (let count = 1; count < operations.mostWebhooks; count += 1) await makeWebhook(world.services);
    const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect((await problemOf(create(), 409)).messageKey).toBe('messages.tooManyWebhooks');
    await db.delete(table);
  });
});

const closed = [
  ...['10.1.2.3', '100.64.0.1', '127.8.9.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '0.0.0.0', '224.0.0.1'],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001::1'],
];
test('addresses of private networks, of this machine and reserved ones are not public', () => {
  const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/`;
  for (const [addresses, isPublic] of [
    [closed, false],
    [['8.8.8.8', '2606:4700::1111'], true],
  ] as const)
    for (const address of addresses)
      expect([address, isPublicAddress(address), namesLocalHost(urlOf(address))]).toEqual([
        address,
        isPublic,
        !isPublic,
      ]);
});

describe('a webhook', () => {
  test('is changed by whoever read it last, and begins with the changes of now for what is added', async () => {
    const { webhook } = await made();
    const { id, version } = webhook;
    const before = await rowOf(id);
    const body = { ...valid, name: 'Library', events: ['class.created', 'unit.deleted'], version };
    const change = () => send(world, operations.updateWebhook, { token, params: { id }, body });
    expect(await answerOf(operations.updateWebhook, change())).toMatchObject({ name: 'Library', version: version + 1 });
    expect((await problemOf(change(), 409)).messageKey).toBe('messages.changedMeanwhile');
    const after = await rowOf(id);
    expect(Object.keys(after?.cursors ?? {}).sort()).toEqual(['class', 'unit']);
    expect(after?.cursors.class).toBe(before?.cursors.class);
  });

  test('gets a new secret, and keeps the one before for a day', async () => {
    const { secret, webhook } = await made();
    const call = send(world, operations.rotateWebhookSecret, { token, params: { id: webhook.id } });
    const renewed = await answerOf(operations.rotateWebhookSecret, call);
    expect(renewed.secret).not.toBe(secret);
    const left = Date.parse(renewed.webhook.oldSecretEndsAt ?? '') - Date.now();
    expect(left / 3_600_000).toBeCloseTo(24, 1);
  });

  test('is deleted with its log', async () => {
    const { id } = (await made()).webhook;
    await makeDelivery(world.services.db, { webhookId: id });
    await send(world, operations.deleteWebhook, { token, params: { id } }).expect(204);
    expect(await world.services.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id))).toBe(0);
    await problemOf(send(world, operations.webhookById, { token, params: { id } }), 404);
  });
});

describe('the log', () => {
  test('sends again one message, or all that failed since a time', async () => {
    // Switched off, so that nothing is sent meanwhile.
    const { id } = await makeWebhook(world.services, { state: 'off' });
    const old = await makeDelivery(world.services.db, { webhookId: id, occurredAt: new Date('2026-04-01T00:00:00Z') });
    const failed = await makeDelivery(world.services.db, { webhookId: id });
    const fine = await makeDelivery(world.services.db, { webhookId: id, state: 'delivered' });
    const params = { id };
    const log = (query = {}) =>
      answerOf(operations.webhookDeliveries, send(world, operations.webhookDeliveries, { token, params, query }));
    expect((await log()).items.map((one) => one.id)).toEqual([fine.id, failed.id, old.id]);
    const body = { since: '2026-05-01T00:00:00.000Z' };
    const all = send(world, operations.replayFailedDeliveries, { token, params, body });
    expect(await answerOf(operations.replayFailedDeliveries, all)).toEqual({ count: 1 });
    const one = { token, params: { id, deliveryId: fine.id } };
    await send(world, operations.replayWebhookDelivery, one).expect(202);
    expect((await log({ State: ['waiting'] })).items.map((row) => row.id)).toEqual([fine.id, failed.id]);
    const elsewhere = { token, params: { id: (await makeWebhook(world.services)).id, deliveryId: fine.id } };
    await problemOf(send(world, operations.replayWebhookDelivery, elsewhere), 404);
  });

  test('counts no failed test message as lost, and sends one again only by its id', async () => {
    const { id } = await makeWebhook(world.services, { state: 'off' });
    const change = await makeDelivery(world.services.db, { webhookId: id });
    const pinged = await makeDelivery(world.services.db, { webhookId: id, type: 'ping', rowId: null });
    const params = { id };
    const one = () => answerOf(operations.webhookById, send(world, operations.webhookById, { token, params }));
    expect(await one()).toMatchObject({ failedCount: 1 });
    const body = { since: '2026-05-01T00:00:00.000Z' };
    const all = send(world, operations.replayFailedDeliveries, { token, params, body });
    expect(await answerOf(operations.replayFailedDeliveries, all)).toEqual({ count: 1 });
    expect(await one()).toMatchObject({ failedCount: 0, waitingCount: 1 });
    for (const deliveryId of [change.id, pinged.id])
      await send(world, operations.replayWebhookDelivery, { token, params: { id, deliveryId } }).expect(202);
    expect(await one()).toMatchObject({ failedCount: 0, waitingCount: 2 });
  });
});

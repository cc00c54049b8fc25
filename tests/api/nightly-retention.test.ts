import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSession, renewSession } from '#api/domains/auth/sessions.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  classProfiles,
  devices,
  mediaRequests,
  pageViews,
  profiles,
  refreshFamilies,
  refreshTokens,
  webhookDeliveries,
  webhooks,
} from '#api/ground/db/schema.ts';
import { daily } from '#api/app/jobs/schedule.ts';
import type { Services } from '#api/app/services.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { settings } from '#schema/settings/table.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import { daysAgo, makePast } from './nightly-past.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { cleanUp, removeExpired } from '#api/domains/retention/clean-up.ts';

const world = keptApi();
let place: Place;
let past: ReturnType<typeof makePast>;

beforeAll(async () => {
  place = await makePlace(world);
  past = makePast(world);
});

const db = () => world.services.db;
const forEver = { pageViews: 0, community: 0, audit: 0, profiles: 0 };

function night(retention: Partial<Services['settings']['retention']>) {
  const settings = { ...world.services.settings, retention: { ...forEver, ...retention } };
  return cleanUp({ services: { ...world.services, settings }, signal: new AbortController().signal });
}

/** A profile last seen so many days ago. */
async function child(days: number, classId?: string) {
  const { id } = await aProfile(place, classId);
  await db()
    .update(profiles)
    .set({ lastSeenAt: daysAgo(days) })
    .where(eq(profiles.id, id));
  await db()
    .update(classProfiles)
    .set({ lastSeenAt: daysAgo(days) })
    .where(eq(classProfiles.profileId, id));
  return id;
}

describe('what is kept for a time', () => {
  test('page views, from a first day on and no longer', async () => {
    const add = async (days: number) => {
      const eventId = newId();
      await keepViews(world.services, { eventId, startedAt: daysAgo(days) });
      return eventId;
    };
    const [old, young] = [await add(401), await add(399)];
    await night({});
    const there = async (eventId: string) =>
      (await db().select().from(pageViews).where(eq(pageViews.eventId, eventId))).length === 1;
    expect([await there(old), await there(young)]).toEqual([true, true]);
    expect((await night({ pageViews: 400 })).pageViews).toBeGreaterThan(0);
    expect([await there(old), await there(young)]).toEqual([false, true]);
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('the audit log', async () => {
    const entityId = newId();
    const entry = { actorName: 'Mika', action: 'update', entity: 'classes', entityId };
    const [old, young] = [
      { ...entry, id: newId(), at: daysAgo(101) },
      { ...entry, id: newId(), at: daysAgo(99) },
    ];
    await db().insert(auditLog).values([old, young]);
    await night({ audit: 100 });
    const left = await db().select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.entityId, entityId));
    expect(left).toEqual([{ id: young.id }]);
  });

  test('posts, with their pictures', async () => {
    const { id: classId } = await aClass(place);
    const profileId = await child(0, classId);
    const file = await past.aFile({ purpose: 'community', kind: 'image', contentType: 'image/webp' });
    const old = await past.aPost({ classId, profileId, mediaId: file.id, createdAt: daysAgo(201) });
    const young = await past.aPost({ classId, profileId, createdAt: daysAgo(1) });
    await night({ community: 200 });
    expect(await past.has('community_posts', old.id)).toBe(false);
    expect(await past.has('community_posts', young.id)).toBe(true);
    expect(await past.kept(file)).toEqual([false, false, false]);
  });

  test('profiles not seen since, whatever they were seen by', async () => {
    const { id: classId } = await aClass(place);
    const [gone, here, joined, posted, looked] = [
      await child(301, classId),
      await child(299),
      await child(301, classId),
      await child(301, classId),
      await child(301),
    ];
    await db()
      .update(classProfiles)
      .set({ lastSeenAt: daysAgo(3) })
      .where(eq(classProfiles.profileId, joined));
    await past.aPost({ classId, profileId: posted, createdAt: daysAgo(3) });
    await keepViews(world.services, { profileId: looked, startedAt: daysAgo(3) });
    const post = await past.aPost({ classId, profileId: gone, createdAt: daysAgo(400) });
    await night({ profiles: 300 });
    const there = await Promise.all([gone, here, joined, posted, looked].map((id) => past.has('profiles', id)));
    expect(there).toEqual([false, true, true, true, true]);
    expect(await past.has('community_posts', post.id)).toBe(false);
  });

  test('devices without a profile', async () => {
    const device = () => ({ id: newId(), tokenHash: newId(), lastSeenAt: daysAgo(301) });
    const [empty, used] = [device(), device()];
    await db().insert(devices).values([empty, used]);
    await db()
      .update(profiles)
      .set({ deviceId: used.id })
      .where(eq(profiles.id, await child(0)));
    await night({ profiles: 300 });
    const left = await db().select({ id: devices.id }).from(devices);
    expect(left.map(({ id }) => id)).not.toContain(empty.id);
    expect(left.map(({ id }) => id)).toContain(used.id);
  });

  test('answers about uploads without a work, for thirty days', async () => {
    const profileId = await child(0);
    const request = (days: number) => ({ id: newId(), profileId, state: 'ready' as const, updatedAt: daysAgo(days) });
    const [old, young] = [request(31), request(29)];
    await db().insert(mediaRequests).values([old, young]);
    await night({});
    const left = await db()
      .select({ id: mediaRequests.id })
      .from(mediaRequests)
      .where(eq(mediaRequests.profileId, profileId));
    expect(left).toEqual([{ id: young.id }]);
  });

  test('messages to webhooks, for thirty days, and those that wait until their webhook is on again', async () => {
    const { id: webhookId } = await makeWebhook(world.services, { state: 'failing' });
    const message = (days: number, over: Partial<typeof webhookDeliveries.$inferInsert> = {}) =>
      makeDelivery(db(), { webhookId, createdAt: daysAgo(days), ...over });
    const waiting = await message(45, { state: 'waiting', nextTryAt: daysAgo(44) });
    await message(31);
    await message(31, { state: 'delivered' });
    const young = await message(29);
    await night({});
    const left = await db()
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, webhookId))
      .orderBy(webhookDeliveries.createdAt);
    expect(left).toEqual([waiting, young]);
    await db().delete(webhooks).where(eq(webhooks.id, webhookId));
  });
});

test('the used-up tokens of a session go, and the session goes on', async () => {
  const first = await openSession(world.services, place.own.Teacher, { remembered: true });
  let pair = first;
  for (let round = 0; round < 3; round += 1) pair = (await renewSession(world.services, pair.refreshToken)) ?? pair;
  const [family] = await db().select().from(refreshFamilies).where(eq(refreshFamilies.userId, place.own.Teacher.id));
  const ofFamily = eq(refreshTokens.familyId, family?.id ?? '');
  const tokens = await db().select().from(refreshTokens).where(ofFamily).orderBy(refreshTokens.id);
  for (const { id } of tokens.slice(0, 3))
    await db()
      .update(refreshTokens)
      .set({ expiresAt: daysAgo(2) })
      .where(eq(refreshTokens.id, id));
  expect((await night({})).refreshTokens).toBe(3);
  expect(await db().select().from(refreshTokens).where(ofFamily)).toHaveLength(1);
  expect(await renewSession(world.services, pair.refreshToken)).toBeDefined();
});

test('every retention is a setting of days, and the night’s work is on the schedule', () => {
  const names = Object.keys(settings).filter((name) => name.startsWith('RETENTION_'));
  expect(names).toHaveLength(4);
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
  const needed = { DATABASE_URL: 'postgresql://127.0.0.1/none' };
  expect(new Set(Object.values(readSettings({ ...needed, ...all('30') }).retention))).toEqual(new Set([30]));
  // An empty variable is unset, and not "for ever".
  for (const text of ['', '731'])
    expect(new Set(Object.values(readSettings({ ...needed, ...all(text) }).retention))).toEqual(new Set([731]));
  for (const text of ['-1', 'soon']) expect(() => readSettings({ ...needed, ...all(text) })).toThrow(names.at(-1));
  expect(daily).toContainEqual({ job: removeExpired, at: '03:00' });
});

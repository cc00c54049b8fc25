import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageViews, profiles } from '#api/ground/db/schema.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place, aClass, aProfile } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
beforeAll(async () => {
  place = await makePlace(world);
});

type Body = Readonly<Record<string, unknown>>;
const view = (over: Body = {}): Body => ({
  eventId: randomUUID(),
  name: 'Unit list',
  pageUrl: '/student/unit-list',
  duration: 1000,
  ...over,
});

const post = (body: Body, token?: string) => send(world, recordPageView, { body, token });
const stored = async ({ eventId }: Body) =>
  (
    await world.services.db
      .select()
      .from(pageViews)
      .where(eq(pageViews.eventId, String(eventId)))
  )[0];

const ago = (ms: number): Body => ({
  startedAt: new Date(Date.now() - ms).toISOString(),
  sentAt: new Date().toISOString(),
});

/** A profile that has been there for a year. */
async function anOldProfile(classId?: string) {
  const profile = await aProfile(place, classId);
  const createdAt = new Date(Date.now() - 366 * 86_400_000);
  await world.services.db.update(profiles).set({ createdAt }).where(eq(profiles.id, profile.id));
  return profile;
}

describe('a page view', () => {
  test('counts for a class with the token of a profile that has joined it, and for no class without', async () => {
    const { id: classId } = await aClass(place);
    const [member, other] = [await aProfile(place, classId), await aProfile(place, (await aClass(place)).id)];
    const [own, foreign, strange] = [view({ classId }), view({ classId }), view({ classId })];
    await post(own, member.token).expect(204);
    await post(foreign, other.token).expect(204);
    await post(strange).expect(204);
    expect(await stored(own)).toMatchObject({ classId, profileId: member.id });
    expect(await stored(foreign)).toMatchObject({ classId: null, className: null, profileId: other.id });
    expect(await stored(strange)).toMatchObject({ classId: null, className: null, profileId: null });
  });

  test('of no page of the students’ is dropped, with the answer of every other', async () => {
    for (const pageUrl of ['/', '/student/profiles', '/elsewhere', '/student/content/', '/classes/1', '//x/y']) {
      const event = view({ pageUrl });
      await post(event).expect(204);
      expect(await stored(event), pageUrl).toBeUndefined();
    }
  });

  test('has the name of its page, whatever the sender calls it', async () => {
    const event = view({ name: 'Visit my shop', pageUrl: '/student/unit-detail/' });
    await post(event).expect(204);
    expect(await stored(event)).toMatchObject({ name: 'Unit detail', pageUrl: '/student/unit-detail' });
  });

  test('lasts no longer than it has been open by our clock, whoever sends it', async () => {
    const { token } = await anOldProfile();
    const [strange, own, young] = [view(), view(ago(60_000)), view()];
    const longest = 86_400_000;
    await post({ ...strange, ...ago(2 * longest), duration: longest }).expect(204);
    // Without a token it began a minute ago at most.
    expect((await stored(strange))?.durationMs).toBeLessThanOrEqual(60_000);
    expect(Date.now() - Number((await stored(strange))?.startedAt)).toBeLessThan(longest / 2);
    await post({ ...own, duration: 50_000 }, token).expect(204);
    await post({ ...own, duration: longest }, token).expect(204);
    const kept = await stored(own);
    expect(kept?.durationMs).toBeGreaterThanOrEqual(60_000);
    expect(kept?.durationMs).toBe(Number(kept?.receivedAt) - Number(kept?.startedAt));
    // A new profile has looked at nothing before it was made.
    const { id, token: fresh } = await aProfile(place);
    await post({ ...young, ...ago(30 * longest), duration: longest }, fresh).expect(204);
    const [profile] = await world.services.db.select().from(profiles).where(eq(profiles.id, id));
    expect((await stored(young))?.startedAt).toEqual(profile?.createdAt);
  });

  test('that waited on a device comes to its place with a token', async () => {
    const { id: classId } = await aClass(place);
    const { token } = await anOldProfile(classId);
    const weeks = 21 * 86_400_000;
    const event = view({ classId, ...ago(weeks), duration: 600_000 });
    await post(event, token).expect(204);
    const kept = await stored(event);
    expect(kept).toMatchObject({ classId, durationMs: 600_000 });
    expect(Math.abs(Date.now() - weeks - Number(kept?.startedAt))).toBeLessThan(60_000);
  });

  test('is one of 300 that one profile can send in ten minutes', async () => {
    const [busy, other] = [await aProfile(place), await aProfile(place)];
    const event = view();
    await Promise.all(Array.from({ length: 300 }, () => post(event, busy.token).expect(204)));
    await post(event, busy.token).expect(429);
    await post(view(), other.token).expect(204);
  });
});

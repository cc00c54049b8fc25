import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageViews, profiles } from '#api/ground/db/schema.ts';
import { newHashCode } from '#api/ground/db/ids.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, type Place, aClass, aProfile } from './samples/place.ts';
import { problemOf, send } from './school.ts';

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
  test('sent again counts once, with the longest duration, whichever comes last', async () => {
    const { token } = await anOldProfile();
    const event = view({ sessionKey: randomUUID(), ...ago(300_000) });
    for (const duration of [1000, 30_000, 90_000, 60_000, 90_000])
      await post({ ...event, duration }, token).expect(204);
    expect(await stored(event)).toMatchObject({ durationMs: 90_000 });
    const beats = Array.from({ length: 20 }, (_, n) => post({ ...event, duration: n * 10_000 }, token).expect(204));
    await Promise.all(beats);
    expect(await stored(event)).toMatchObject({ durationMs: 190_000 });
  });

  test('stays heard once it was heard, also without a longer duration and from a device that does not say', async () => {
    const { token } = await anOldProfile();
    const event = view({ sessionKey: randomUUID(), ...ago(300_000) });
    await post({ ...event, duration: 5000 }, token).expect(204);
    expect(await stored(event)).toMatchObject({ heard: false });
    await post({ ...event, duration: 5000, heard: true }, token).expect(204);
    expect(await stored(event)).toMatchObject({ heard: true, durationMs: 5000 });
    await post({ ...event, duration: 1000, heard: true }, token).expect(204);
    await post({ ...event, duration: 9000 }, token).expect(204);
    expect(await stored(event)).toMatchObject({ heard: true, durationMs: 9000 });
    await post({ ...event, heard: 'yes' }, token).expect(400);
  });

  test.each([
    ['long ago', '2026-01-01T00:00:00Z', '2026-05-01T00:00:00Z'],
    ['after it was sent, by a clock that was set back', '2026-05-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ])('that says it began %s is looked for in every month', async (_, startedAt, sentAt) => {
    const eventId = randomUUID();
    const sessionKey = randomUUID();
    await keepViews(world.services, { eventId, sessionKey, startedAt: new Date(Date.now() - 70 * 86_400_000) });
    await post(view({ eventId, sessionKey, duration: 9000, startedAt, sentAt })).expect(204);
    const { rows } = await world.services.pool.query('select duration_ms from page_views where event_id = $1', [
      eventId,
    ]);
    expect(rows).toEqual([{ duration_ms: 9000 }]);
  });

  test('keeps the moment it began, when it grows', async () => {
    const event = view({ duration: 0 });
    await post(event).expect(204);
    const before = await stored(event);
    await post({ ...event, duration: 80_000 }).expect(204);
    expect((await stored(event))?.startedAt).toEqual(before?.startedAt);
  });

  test('belongs to the profile whose token came with it, and to nobody by what is sent', async () => {
    const { id, token } = await aProfile(place);
    await world.services.db
      .update(profiles)
      .set({ lastSeenAt: new Date(0) })
      .where(eq(profiles.id, id));
    const [own, forged] = [view(), view({ profileId: id })];
    await post(own, token).expect(204);
    await post(forged).expect(204);
    await post({ ...forged, eventId: randomUUID() }, 'not a token').expect(204);
    expect((await stored(own))?.profileId).toBe(id);
    expect((await stored(forged))?.profileId).toBeNull();
    const [profile] = await world.services.db.select().from(profiles).where(eq(profiles.id, id));
    expect(Date.now() - Number(profile?.lastSeenAt)).toBeLessThan(60_000);
  });

  test('is not changed by another profile or session, which hears nothing of it', async () => {
    const [own, other] = [await anOldProfile(), await aProfile(place)];
    const sessionKey = randomUUID();
    const event = view({ sessionKey, ...ago(60_000) });
    await post(event, own.token).expect(204);
    await post({ ...event, duration: 5000 }, other.token).expect(204);
    await post({ ...event, duration: 6000, sessionKey: randomUUID() }, own.token).expect(204);
    await post({ ...event, duration: 7000, sessionKey: undefined }).expect(204);
    expect(await stored(event)).toMatchObject({ durationMs: 1000, profileId: own.id, sessionKey });
    // What a page sends while it goes carries no token.
    await post({ ...event, duration: 8000 }).expect(204);
    expect(await stored(event)).toMatchObject({ durationMs: 8000, profileId: own.id });
  });

  test('takes names from our own rows, and drops ids that are none of ours', async () => {
    const { id: classId, className } = await aClass(place);
    const { token } = await aProfile(place, classId);
    const { book, lesson, content } = place;
    const known = view({ classId, textBookId: book.id, lessonId: lesson.id, contentId: content.id });
    const claims = { className: 'Rude', textBookName: 'Rude', contentType: ContentType.GAME };
    await post({ ...known, ...claims }, token).expect(204);
    const ids = { classId, textbookId: book.id, lessonId: lesson.id, contentId: content.id };
    expect(await stored(known)).toMatchObject({
      ...ids,
      className,
      textbookName: book.name,
      contentType: content.type,
    });
    const alone = view({ contentId: content.id });
    await post(alone).expect(204);
    expect(await stored(alone)).toMatchObject({ contentId: content.id, lessonId: lesson.id, textbookId: null });
    const unknown = view({ classId: randomUUID(), textBookId: randomUUID(), contentId: randomUUID(), ...claims });
    await post(unknown, token).expect(204);
    const nothing = { classId: null, className: null, textbookId: null, textbookName: null, contentId: null };
    expect(await stored(unknown)).toMatchObject({ ...nothing, contentType: ContentType.GAME });
  });
});

describe('what is kept of an address', () => {
  test('is a page’s path without codes, ids, query and fragment', async () => {
    const code = newHashCode();
    for (const [sent, kept] of [
      [`/student/content/${code}?class=${code}`, '/student/content/:contentHashCode'],
      ['/student/content/demo', '/student/content/:contentHashCode'],
      [`https://school.example/student/class/${code}#top`, '/student/class/:classHashCode'],
      [`/student/unit-detail?unit=${code}`, '/student/unit-detail'],
    ]) {
      const event = view({ pageUrl: sent });
      await post(event).expect(204);
      expect((await stored(event))?.pageUrl).toBe(kept);
    }
  });

  test.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:17:42:1:2:3:4', '2001:db8:17::'],
    ['2001:0DB8::1', '2001:db8::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['somewhere', null],
  ])('of %s is the network %s, from the server and from the browser alike', async (sent, kept) => {
    const event = view({ clientIp: sent });
    await post(event).set('x-forwarded-for', sent).expect(204);
    // Where the hop in front names none, the socket's own counts.
    expect(await stored(event)).toMatchObject({ clientIp: kept, ipAddress: kept ?? '127.0.0.0' });
  });
});

test('the whole row holds no hash code of the class it came from', async () => {
  const { id: classId, classHashCode } = await aClass(place);
  const { token } = await aProfile(place, classId);
  const event = view({
    classId,
    pageUrl: `https://school.example/student/class/${classHashCode}?class=${classHashCode}`,
  });
  await post(event, token).expect(204);
  expect(JSON.stringify(await stored(event))).toContain(classId);
  expect(JSON.stringify(await stored(event))).not.toContain(classHashCode);
});

describe('bad input', () => {
  test.each([
    ['eventId', 'one'],
    ['eventId', undefined],
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['pageUrl', ''],
    ['pageUrl', 'javascript:alert(1)'],
    ['pageUrl', 'http://['],
    ['duration', -1],
    ['duration', 0.5],
    ['duration', 86_400_001],
    ['duration', '1000'],
    ['sessionKey', 'mine'],
    ['contentType', 7],
    ['classId', "' or 1=1"],
    ['className', 'x'.repeat(201)],
    ['clientIp', '\u0000'],
    ['startedAt', 'yesterday'],
  ])('in %s (%j) is 400 and keeps nothing', async (field, value) => {
    const event = view({ [field]: value });
    expect(Object.keys((await problemOf(post(event), 400)).errors ?? {})).toEqual([field]);
    if (field !== 'eventId') expect(await stored(event)).toBeUndefined();
  });

  test('24 hours are not too long', async () => {
    const { token } = await anOldProfile();
    const event = view({ duration: 86_400_000 });
    await post(event, token).expect(204);
    expect(await stored(event)).toMatchObject({ durationMs: 86_400_000 });
  });
});

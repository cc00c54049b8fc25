import { eq, inArray, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  communityPosts,
  devices,
  media,
  mediaRequests,
  pageViews,
  profiles,
  removedClassProfiles,
} from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { recordChange } from '#api/domains/audit/record.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { begin, finish } from '#api/domains/uploads/requests.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { eraseProfile, privacyCardOf } from '#schema/rest/privacy.ts';
import { joinClass } from '#schema/rest/student-profiles.ts';
import { usageReport, visitorReport } from '#schema/rest/reports.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aKnownChild, logOf, whereIs } from './privacy-child.ts';
import { makePast } from './nightly-past.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { addStaff, problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Administrator')) ?? '';
});

const db = () => world.services.db;
const erase = (id: string, confirmName: string, as = token) =>
  send(world, eraseProfile, { token: as, params: { id }, body: { confirmName } });

describe('erasing a child', () => {
  test('leaves its name and its id nowhere: in no table and in no file', async () => {
    const child = await aKnownChild(place);
    // Proves that the search finds existing rows.
    expect(await whereIs(world, child.name)).toEqual(
      expect.arrayContaining(['profiles', 'community_posts', 'media', 'media_requests', 'audit_log']),
    );
    expect(await whereIs(world, child.id)).toEqual(
      expect.arrayContaining(['page_views', 'class_profiles', 'audit_log']),
    );
    expect((await whereIs(world, child.name)).some((where) => where.endsWith('.source'))).toBe(true);
    await erase(child.id, ` ${child.name} `).expect(204);

    for (const gone of [child.name, child.id, child.former.id])
      expect([gone, await whereIs(world, gone)]).toEqual([gone, []]);
    expect(
      await db().$count(
        media,
        inArray(
          media.id,
          child.files.map(({ id }) => id),
        ),
      ),
    ).toBe(0);
    for (const { storageKey } of child.files)
      for (const key of [storageKey, `${storageKey}.small`])
        expect(await world.services.storage.size(key)).toBeUndefined();
    for (const key of [child.unfinished.sourceKey, child.unfinished.thumbnailSourceKey])
      expect(await world.services.storage.size(key)).toBeUndefined();
    expect(await db().$count(devices, eq(devices.id, child.device.id))).toBe(0);
    // Others' data are unchanged.
    const [liked] = await db().select().from(communityPosts).where(eq(communityPosts.id, child.liked.id));
    expect(liked).toMatchObject({ likeCount: 1, heartCount: 1, profileId: child.friend.id });
  });

  test('leaves the device by which a class has blocked another child', async () => {
    const shared = { id: newId(), tokenHash: newId() };
    await db().insert(devices).values(shared);
    const { id: classId } = await aClass(place);
    const [child, blocked] = [await aProfile(place), await aProfile(place)];
    await db().update(profiles).set({ deviceId: shared.id }).where(eq(profiles.id, child.id));
    await db()
      .insert(removedClassProfiles)
      .values({
        ...{ classId, profileId: blocked.id, blocked: true, deviceId: shared.id, waiting: false },
        ...{ joinedAt: new Date(), lastSeenAt: new Date(), byOldCode: false, addedByStaff: false },
      });
    await erase(child.id, child.name).expect(204);
    const [kept] = await db().select().from(removedClassProfiles).where(eq(removedClassProfiles.classId, classId));
    expect(kept?.deviceId).toBe(shared.id);
  });

  test('is in the audit log without the name, and the second time changes nothing', async () => {
    const child = await aKnownChild(place);
    await erase(child.id, child.name).expect(204);
    await erase(child.id, child.name).expect(204);
    const log = await logOf(world, child.id);
    expect(log.filter(({ action }) => action === 'erase')).toMatchObject([
      { actorId: place.own.Administrator.id, entity: 'profiles', entityName: '', before: null, after: null },
    ]);
    await problemOf(send(world, privacyCardOf, { token, params: { id: child.id } }), 404);
    await problemOf(erase(newId(), child.name), 404);
  });

  test('leaves the log findable by who did it, in kana of either kind, and by their API key', async () => {
    const { id } = await aProfile(place);
    const { id: userId } = await addStaff(world, { role: 'Administrator', firstName: 'ユリ', lastName: 'カトウ' });
    const author = { userId, requestId: newId(), apiKey: { name: 'ＲＯＳＴＥＲ キー' } };
    await recordChange(db(), author, { action: 'update', entity: 'profiles', entityId: id });
    const [written] = await logOf(world, id);
    await erase(id, 'ひなた').expect(204);
    const [left] = await logOf(world, id);
    expect(left).toMatchObject({ actorName: written?.actorName, entityName: '' });
    expect(left?.searchText).toBe(searchText(written?.actorName, 'roster きー'));
  });

  test('takes a profile that was merged into it also where the log is kept for a day', async () => {
    const child = await aKnownChild(place);
    const then = sql`now() - interval '2 days'`;
    await db().update(auditLog).set({ at: then }).where(eq(auditLog.entityId, child.id));
    await db().update(profiles).set({ deletedAt: then }).where(eq(profiles.id, child.former.id));
    const { services } = world;
    const retention = { ...services.settings.retention, audit: 1 };
    const settings = { ...services.settings, retention };
    await cleanUp({ services: { ...services, settings }, signal: new AbortController().signal });
    expect((await logOf(world, child.id)).map(({ action }) => action)).toEqual(['merge']);
    await erase(child.id, child.name).expect(204);
    expect(await db().$count(profiles, eq(profiles.id, child.former.id))).toBe(0);
  });

  test.each([
    ['another name', 'Somebody'],
    ['a part of it', 'ユリカ'],
  ])('refuses %s, and nothing has changed', async (_, typed) => {
    const child = await aKnownChild(place);
    const { errors } = await problemOf(erase(child.id, typed), 400);
    expect(errors).toEqual({ confirmName: ['messages.eraseNameDiffers'] });
    expect((await problemOf(erase(child.id, '  '), 400)).errors).toEqual({
      confirmName: ['messages.eraseNameRequire'],
    });
    expect(await whereIs(world, child.name)).toContain('profiles');
    expect(await whereIs(world, child.id)).toContain('page_views');
    expect((await logOf(world, child.id)).map(({ action }) => action)).not.toContain('erase');
  });

  test('changes no number of a report', async () => {
    const child = await aKnownChild(place);
    const bare = await aProfile(place, child.class.id);
    await db().update(profiles).set({ name: child.name }).where(eq(profiles.id, bare.id));
    // Without a session, the profile identifies the visitor.
    await keepViews(world.services, { profileId: bare.id, durationMs: 900, classId: child.class.id });
    const [From, To] = [new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() + 2 * 86_400_000)].map((day) =>
      day.toISOString().slice(0, 10),
    );
    const query = { From, To, PageSize: 100 };
    const reports = async () => [
      await answerOf(visitorReport, send(world, visitorReport, { token, query })),
      await answerOf(usageReport, send(world, usageReport, { token, query })),
    ];
    const before = await reports();
    expect(before[0]?.totals.numberOfVisitors).toBeGreaterThan(2);
    for (const { id } of [child, bare]) await erase(id, child.name).expect(204);
    expect(await reports()).toEqual(before);
    expect(await wrongRollups(world.services)).toEqual([]);
  });

  test('is not undone by a page view that waited meanwhile', async () => {
    const { id } = await aProfile(place);
    await erase(id, 'ひなた').expect(204);
    const eventId = newId();
    const sent = { eventId, name: 'Late', pageUrl: '/student', duration: 5, heard: false };
    const agent = { os: null, browser: null, browserVersion: null };
    const seen = {
      ...agent,
      profileId: id,
      ipAddress: null,
      clientIp: null,
      page: { path: '/student/unit-list', name: 'Unit list' },
      stale: false,
    };
    await storePageViews(db(), [{ ...seen, sent, startedAt: new Date(), receivedAt: new Date() }]);
    expect(await db().select().from(pageViews).where(eq(pageViews.eventId, eventId))).toMatchObject([
      { profileId: null },
    ]);
  });

  test('leaves nothing of an upload that was just being prepared', async () => {
    const { id: profileId } = await aProfile(place);
    const post = await makePast(world).aPost({ classId: (await aClass(place)).id, profileId });
    const requestId = newId();
    const sourceKey = `${requestId}.source`;
    await db().insert(mediaRequests).values({ id: requestId, profileId, postId: post.id, sourceKey });
    const started = await begin(db(), requestId);
    if (!started) throw new Error('nobody took the upload up');
    await erase(profileId, 'ひなた').expect(204);
    const file = { ...(await makeMedia(db(), { purpose: 'community', storageKey: requestId })), id: newId() };
    await db().delete(media).where(eq(media.storageKey, requestId));
    for (const key of [requestId, sourceKey]) await world.services.storage.put(key, Readable.from(['made']));
    await finish(world.services, started, { file });
    for (const key of [requestId, sourceKey]) expect(await world.services.storage.size(key)).toBeUndefined();
    expect(await db().$count(media, eq(media.storageKey, requestId))).toBe(0);
  });

  test('ends its token', async () => {
    const { id, token: own } = await aProfile(place);
    await erase(id, 'ひなた').expect(204);
    await problemOf(send(world, joinClass, { token: own, body: { classHashCode: 'x' } }), 401);
  });

  test.each(['SchoolOwner', 'Teacher', 'Student'] as const)('is refused to a %s', async (who) => {
    const { id } = await aProfile(place);
    await problemOf(erase(id, 'ひなた', await tokenFor(place, who)), 403);
    expect(await db().$count(profiles, eq(profiles.id, id))).toBe(1);
  });
});

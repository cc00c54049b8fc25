import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import {
  auditLog,
  classes,
  classProfiles,
  communityPosts,
  memberships,
  profiles,
  studentAlbums,
  users,
} from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/albums.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { eraseProfile, exportProfileData, privacyCardOf } from '#schema/rest/privacy.ts';
import { schoolSettingsById, updateSchoolSettings } from '#schema/rest/school-settings.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { unzip } from '#tests/support/unzip.ts';
import { type Place } from './samples/place.ts';
import { problemOf, send } from './school.ts';

import { type Child, createAlbumDesk } from './album-desk.ts';

const world = keptApi();
const desk = createAlbumDesk(world);
const { tokens, setSchool, aChildWithWorks, end, open, albumNow, made, get, saved, filesOf } = desk;
let place: Place;
let schoolId: string;

const db = () => world.services.db;

beforeAll(async () => {
  ({ place, schoolId } = await desk.begin());
});
beforeEach(() => desk.usual());

describe('a family’s link', () => {
  test('opens the first name and both files without a login, and counts', async () => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const family = await answerOf(operations.openFamilyAlbum, open(album.token));
    expect(family).toMatchObject({ firstName: 'Hana', animal: 'fox', expiresAt: album.expiresAt });
    expect(await saved(family.pdf.url)).toEqual(await saved(album.pdf.url));
    expect((await saved(family.zip.url)).length).toBe(family.zipSize);
    expect((await get(family.zip.url)).headers['cache-control']).toBe('private, no-store');
    await open(album.token).expect(200);
    expect(await albumNow(child, album.id)).toMatchObject({ openedCount: 2 });
    const [row] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, album.id));
    expect(JSON.stringify(row)).not.toContain(album.token);
  });

  test.each<[string, (child: Child) => PromiseLike<unknown>]>([
    [
      'the child',
      ({ profileId }) => db().update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, profileId)),
    ],
    ['the class', ({ classId }) => db().update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, classId))],
    [
      'the child’s place in the class',
      ({ classId, profileId }) =>
        db()
          .delete(classProfiles)
          .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId))),
    ],
    ['the setting', () => setSchool({ familyAlbums: false })],
    [
      'its days',
      ({ profileId }) =>
        db()
          .update(studentAlbums)
          .set({ expiresAt: new Date(Date.now() - 1000) })
          .where(eq(studentAlbums.profileId, profileId)),
    ],
  ])('ends with %s, and the night removes the files', async (_, happens) => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const family = await answerOf(operations.openFamilyAlbum, open(album.token));
    await happens(child);
    const wrong = await problemOf(open('x'.repeat(43)), 404);
    expect({ ...(await problemOf(open(album.token), 404)), traceId: '' }).toEqual({ ...wrong, traceId: '' });
    await get(family.pdf.url).expect(404);
    await get(album.pdf.url).expect(404);
    expect((await nightPasses()).albums).toBeGreaterThan(0);
    expect(await filesOf(album.id)).toEqual([false, false]);
    expect(await db().$count(studentAlbums, eq(studentAlbums.id, album.id))).toBe(0);
  });

  const change = (id: string | undefined, values: Partial<typeof communityPosts.$inferInsert>) =>
    db()
      .update(communityPosts)
      .set(values)
      .where(eq(communityPosts.id, id ?? ''));
  const nightPasses = () => cleanUp({ services: world.services, signal: new AbortController().signal });

  test.each([
    ['hidden', { state: 'hidden' }, { state: 'approved' }],
    ['deleted', { deletedAt: new Date() }, { deletedAt: null }],
  ] as const)('does not open while one of its works is %s, also after a night', async (_, gone, back) => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const [row] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, album.id));
    expect(row?.workIds.length).toBeGreaterThan(1);
    await change(row?.workIds[0], gone);
    await open(album.token).expect(404);
    await get(album.zip.url).expect(404);
    await nightPasses();
    await change(row?.workIds[0], back);
    await open(album.token).expect(200);
  });

  test('opens whatever becomes of works that are not in it', async () => {
    const child = await aChildWithWorks();
    const waiting = await makePost(db(), { ...child, kind: 'image', state: 'pending' });
    const hidden = await makePost(db(), { ...child, kind: 'image', state: 'hidden' });
    const album = await made(child);
    await change(waiting.id, { state: 'hidden', decidedAt: new Date() });
    await change(hidden.id, { deletedAt: new Date() });
    await makePost(db(), { ...child, state: 'hidden' });
    await open(album.token).expect(200);
  });

  test('opens as before where the album is from before its works were kept', async () => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const [row] = await db().select().from(studentAlbums).where(eq(studentAlbums.id, album.id));
    await db().update(studentAlbums).set({ workIds: [] }).where(eq(studentAlbums.id, album.id));
    await change(row?.workIds[0], { state: 'hidden' });
    await open(album.token).expect(200);
  });

  test('ends with its maker’s place in the school', async () => {
    const child = await aChildWithWorks();
    const album = await made(child);
    const status = (one: UserStatus) =>
      db().update(users).set({ status: one }).where(eq(users.id, place.own.Teacher.id));
    await status(UserStatus.DEACTIVATED);
    await open(album.token).expect(404);
    await status(UserStatus.ACTIVED);
    await open(album.token).expect(200);
    const ofTeacher = eq(memberships.userId, place.own.Teacher.id);
    const before = await db().delete(memberships).where(ofTeacher).returning();
    await db()
      .update(classes)
      .set({ mainTeacherId: place.own.Administrator.id })
      .where(eq(classes.mainTeacherId, place.own.Teacher.id));
    await open(album.token).expect(404);
    await db().insert(memberships).values(before);
    await db().update(classes).set({ mainTeacherId: place.own.Teacher.id }).where(eq(classes.id, child.classId));
    await open(album.token).expect(200);
  });

  test('is ended by staff at once, and by turning the setting off; both are in the log', async () => {
    const child = await aChildWithWorks();
    const [first, second] = [await made(child), await made(child)];
    await end(first.id).expect(204);
    await open(first.token).expect(404);
    expect(await filesOf(first.id)).toEqual([false, false]);
    await end(first.id).expect(404);
    const log = await db().select().from(auditLog).where(eq(auditLog.entityId, child.profileId));
    expect(log.map(({ action }) => action).sort()).toEqual(['end-album', 'make-album', 'make-album']);
    expect(JSON.stringify(log)).not.toContain(first.token);

    const settings = { token: tokens.owner, params: { id: schoolId } };
    const { version, ...values } = await answerOf(schoolSettingsById, send(world, schoolSettingsById, settings));
    expect(values.familyAlbums).toBe(true);
    const { familyAlbums: _, ...others } = updateSchoolSettings.body.parse({ ...values, version });
    await send(world, updateSchoolSettings, { ...settings, body: { ...others, version } }).expect(200);
    await open(second.token).expect(200);
    const off = { ...others, familyAlbums: false, version: version + 1 };
    await send(world, updateSchoolSettings, { ...settings, body: off }).expect(200);
    expect(await filesOf(second.id)).toEqual([false, false]);
    await setSchool({ familyAlbums: true });
    await open(second.token).expect(404);
  });
});

test('the privacy desk counts, exports and erases albums with their files', async () => {
  const child = await aChildWithWorks();
  const album = await made(child);
  const asked = { token: tokens.admin, params: { id: child.profileId } };
  expect(await answerOf(privacyCardOf, send(world, privacyCardOf, asked))).toMatchObject({ albumCount: 1 });
  const { url } = await answerOf(
    exportProfileData,
    send(world, exportProfileData, asked).set('accept', 'application/json'),
  );
  const data = z
    .object({ albums: z.array(z.object({ id: z.string(), openedCount: z.number() })) })
    .parse(JSON.parse(String((await unzip(await saved(url))).get('profile.json'))));
  expect(data.albums).toEqual([{ id: album.id, openedCount: 0 }]);
  await send(world, eraseProfile, { ...asked, body: { confirmName: 'Hana Mori' } }).expect(204);
  expect(await filesOf(album.id)).toEqual([false, false]);
  await open(album.token).expect(404);
});

test('unknown tokens are limited, and then the right one is refused too', async () => {
  const from = '203.0.113.77';
  const asked = (token: string) => open(token).set('x-forwarded-for', from);
  for (let count = 0; count < 60; count += 1) await asked(`wrong-${count}`).expect(404);
  await asked('wrong').expect(429);
});

import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bytesOf, megabyte, ofSchool } from '#api/domains/uploads/school-quota.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, memberships, schools } from '#api/ground/db/schema.ts';
import { deleteCommunityPost } from '#schema/rest/community.ts';
import { schoolSettingsById } from '#schema/rest/school-settings.ts';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { picture } from '#tests/support/media-samples.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { daysAgo } from './nightly-past.ts';
import { sendAtOnce } from '#tests/support/waiting-locks.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send, tokenOf } from './school.ts';

const world = keptApi();
let place: Place;
let content: Buffer;
let schoolId = '';

beforeAll(async () => {
  place = await makePlace(world);
  content = await picture('png');
  const { SchoolOwner } = place.own;
  const [own] = await db().select().from(memberships).where(eq(memberships.userId, SchoolOwner.id));
  schoolId = own?.schoolId ?? '';
});

const db = () => world.services.db;

/** Where it is midday now, so that a day does not end within a test. */
function zoneOfMidday(): string {
  const hour = new Date().getUTCHours();
  // These names have the sign of the way back to Greenwich.
  return hour > 12 ? `Etc/GMT+${hour - 12}` : `Etc/GMT-${12 - hour}`;
}

const quota = (values: { worksPerDay?: number; storageMegabytes?: number }) =>
  db()
    .update(schools)
    .set({ worksPerDay: 0, storageMegabytes: 0, timeZone: zoneOfMidday(), ...values })
    .where(eq(schools.id, schoolId));
beforeEach(() => quota({}));

type Child = Awaited<ReturnType<typeof aProfile>>;

const upload = (child: Child, classId: string) =>
  send(world, uploadCommunityImage, {
    token: child.token,
    fields: { StudentId: child.id, ClassId: classId, LessionId: place.lesson.id },
    files: { Image: { content, fileName: 'cat.png' } },
  });
const worksOf = (child: Child) =>
  db().select().from(communityPosts).where(eq(communityPosts.profileId, child.id)).orderBy(communityPosts.createdAt);

test('a child sends so many works on a day of the school, deleted ones and other days not counted', async () => {
  await quota({ worksPerDay: 2 });
  const { id: classId } = await aClass(place);
  const { SchoolOwner, Teacher } = place.other;
  const elsewhere = await aClass(place, { schoolAdministratorId: SchoolOwner.id, mainTeacherId: Teacher.id });
  const child = await aProfile(place, classId);
  for (let sent = 0; sent < 2; sent += 1) await upload(child, classId).expect(202);
  const refused = await upload(child, classId).expect(429);
  expect(refused.body).toMatchObject({ messageKey: 'messages.tooManyWorksToday' });
  expect(refused.headers['retry-after']).toBe('3600');
  expect(await worksOf(child)).toHaveLength(2);
  const other = await aProfile(place, elsewhere.id);
  for (let sent = 0; sent < 3; sent += 1) await upload(other, elsewhere.id).expect(202);

  const [first, second] = await worksOf(child);
  const token = child.token;
  const fields = { Id: first?.id ?? '', StudentId: child.id };
  await send(world, deleteCommunityPost, { token, fields }).expect(204);
  await upload(child, classId).expect(202);
  await upload(child, classId).expect(429);
  await db()
    .update(communityPosts)
    .set({ createdAt: daysAgo(2) })
    .where(eq(communityPosts.id, second?.id ?? ''));
  await upload(child, classId).expect(202);
});

test('a school keeps so much on all its walls, and what was deleted makes room', async () => {
  await quota({ storageMegabytes: 3 });
  const walls = [await aClass(place), await aClass(place)];
  for (const { id: classId } of walls) {
    const child = await aProfile(place, classId);
    const byteSize = 1_600_000;
    const { id } = await makeMedia(db(), { kind: 'image', purpose: 'community', profileId: child.id, byteSize });
    await db().insert(communityPosts).values({ id, classId, profileId: child.id, kind: 'image', mediaId: id });
  }
  const { id: classId = '' } = walls[0] ?? {};
  const child = await aProfile(place, classId);
  expect((await problemOf(upload(child, classId), 409)).messageKey).toBe('messages.schoolStorageFull');
  expect(await worksOf(child)).toEqual([]);
  const read = { token: await tokenOf(world, place.own.SchoolOwner), params: { id: schoolId } };
  const used = async () => (await answerOf(schoolSettingsById, send(world, schoolSettingsById, read))).usedMegabytes;
  expect(await used()).toBe(4);
  await db()
    .update(communityPosts)
    .set({ deletedAt: new Date() })
    .where(eq(communityPosts.classId, walls[1]?.id ?? ''));
  expect(await used()).toBe(2);
  await upload(child, classId).expect(202);
});

test('of the works of two classes that are sent at once a school takes those that it has room for', async () => {
  const used = await bytesOf(db(), ofSchool(schoolId));
  const storageMegabytes = Math.ceil((used + content.length) / megabyte);
  await quota({ storageMegabytes });
  const found = [await aClass(place), await aClass(place)];
  const children = await Promise.all(found.map(async ({ id }) => ({ child: await aProfile(place, id), classId: id })));
  const [{ child, classId } = { child: await aProfile(place), classId: '' }] = children;
  const byteSize = storageMegabytes * megabyte - used - content.length;
  const { id } = await makeMedia(db(), { kind: 'image', purpose: 'community', profileId: child.id, byteSize });
  await db().insert(communityPosts).values({ id, classId, profileId: child.id, kind: 'image', mediaId: id });
  const classIds = found.map((one) => one.id);
  const uploads = children.map((one) => async () => upload(one.child, one.classId));
  const answers = await sendAtOnce(world, classIds, uploads);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const [refused] = answers.filter(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ messageKey: 'messages.schoolStorageFull' });
});

test('a school’s works count with their small pictures, once for each post that has the file', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const before = await bytesOf(db(), ofSchool(schoolId));
  const file = async (byteSize: number) =>
    (await makeMedia(db(), { kind: 'image', purpose: 'community', profileId: child.id, byteSize })).id;
  const [work, small] = [await file(1000), await file(10)];
  const post = { classId, profileId: child.id, kind: 'image' } as const;
  await db()
    .insert(communityPosts)
    .values([
      { ...post, id: newId(), mediaId: work, thumbnailMediaId: small },
      { ...post, id: newId(), mediaId: work, thumbnailMediaId: work },
      { ...post, id: newId(), mediaId: small },
      { ...post, id: newId(), thumbnailMediaId: small },
      { ...post, id: newId() },
    ]);
  expect((await bytesOf(db(), ofSchool(schoolId))) - before).toBe(1010 + 1000 + 10 + 10);
});

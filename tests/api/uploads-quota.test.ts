import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { communityPosts, rateLimits } from '#api/ground/db/schema.ts';
import { removeStudent } from '#schema/rest/student-profiles.ts';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { problemOf } from '#tests/support/answers.ts';
import { picture } from '#tests/support/media-samples.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { sendAtOnce } from '#tests/support/waiting-locks.ts';
import { ownWorld } from '#tests/support/world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send } from './school.ts';

const limits = { perHour: 3, classPerMinute: 10, classPerHour: 12, profileBytes: 1_000_000, classBytes: 2_500_000 };

const world = ownWorld({ gateway: false, api: { uploads: limits } });
let place: Place;
let content: Buffer;

beforeAll(async () => {
  place = await makePlace(world);
  content = await picture('png');
});

type Child = Awaited<ReturnType<typeof aProfile>>;

const upload = (child: Child, classId: string, over: Readonly<Record<string, string>> = {}) =>
  send(world, uploadCommunityImage, {
    token: child.token,
    fields: { StudentId: child.id, ClassId: classId, LessionId: place.lesson.id, ...over },
    files: { Image: { content, fileName: 'cat.png' } },
  });

async function shows(child: Child, classId: string, byteSize: number) {
  const { db } = world.services;
  const file = await makeMedia(db, { kind: 'image', purpose: 'community', profileId: child.id, byteSize });
  const { id } = file;
  await db.insert(communityPosts).values({ id, classId, profileId: child.id, kind: 'image', mediaId: file.id });
}

test('a child sends so many works an hour, also when they are sent at once', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(child, classId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
  const refused = await upload(child, classId);
  expect(refused.body).toMatchObject({ status: 429, messageKey: 'messages.tooManyUploads' });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(3500);
  expect(wait).toBeLessThanOrEqual(3600);
  await upload(await aProfile(place, classId), classId).expect(202);
});

const sendOneEach = async (classId: string, children: number) => {
  const sent = Array.from({ length: children }, async () => upload(await aProfile(place, classId), classId));
  return (await Promise.all(sent)).map(({ status }) => status);
};

test('a class takes so many works a minute from one network, and counts one that is sent again once', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const ClientId = randomUUID();
  const again = await Promise.all(Array.from({ length: 8 }, () => upload(child, classId, { ClientId })));
  expect(new Set(again.map(({ body }: { body: { requestId: string } }) => body.requestId)).size).toBe(1);
  const others = limits.classPerMinute - 1;
  expect(await sendOneEach(classId, others)).toEqual(Array.from({ length: others }, () => 202));
  const refused = await upload(await aProfile(place, classId), classId).expect(429);
  expect(refused.body).toMatchObject({ messageKey: 'messages.tooManyUploads' });
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('a class takes so many works an hour from one network, however slowly they come', async () => {
  const { id: classId } = await aClass(place);
  await sendOneEach(classId, limits.classPerMinute);
  const { db } = world.services;
  await db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - 60000` })
    .where(like(rateLimits.key, 'class-uploads-minute%'));
  expect(await sendOneEach(classId, limits.classPerHour - limits.classPerMinute)).toEqual([202, 202]);
  const refused = await upload(await aProfile(place, classId), classId).expect(429);
  expect(refused.body).toMatchObject({ messageKey: 'messages.tooManyUploads' });
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThan(3400);
  expect(wait).toBeLessThanOrEqual(3600);
});

test('a child keeps so much, and deleting makes room', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  await shows(child, classId, limits.profileBytes);
  expect((await problemOf(upload(child, classId), 409)).messageKey).toBe('messages.profileStorageFull');
  const { db } = world.services;
  await db.update(communityPosts).set({ deletedAt: new Date() }).where(eq(communityPosts.profileId, child.id));
  await upload(child, classId).expect(202);
});

test('a class keeps so much of all its children, and what they deleted is not counted', async () => {
  const { id: classId } = await aClass(place);
  const children = [await aProfile(place, classId), await aProfile(place, classId), await aProfile(place, classId)];
  for (const child of children) await shows(child, classId, 900_000);
  expect((await problemOf(upload(await aProfile(place, classId), classId), 409)).messageKey).toBe(
    'messages.classStorageFull',
  );
  const { id: otherClass } = await aClass(place);
  await upload(await aProfile(place, otherClass), otherClass).expect(202);
  const { db } = world.services;
  const { id: leaver = '' } = children[0] ?? {};
  await db.update(communityPosts).set({ deletedAt: new Date() }).where(eq(communityPosts.profileId, leaver));
  await upload(await aProfile(place, classId), classId).expect(202);
});

test('the works of a child who was removed are not counted', async () => {
  const { id: classId } = await aClass(place);
  const children = [await aProfile(place, classId), await aProfile(place, classId), await aProfile(place, classId)];
  for (const child of children) await shows(child, classId, 900_000);
  const [removed] = children;
  await send(world, removeStudent, { token: removed?.token ?? '' }).expect(204);
  await upload(await aProfile(place, classId), classId).expect(202);
});

test('of the works of two children that are sent at once a class takes those that it has room for', async () => {
  const { id: classId } = await aClass(place);
  await shows(await aProfile(place, classId), classId, limits.classBytes - content.length);
  const [one, another] = [await aProfile(place, classId), await aProfile(place, classId)];
  const uploads = [one, another].map((child) => async () => upload(child, classId));
  const answers = await sendAtOnce(world, [classId], uploads);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const [refused] = answers.filter(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ messageKey: 'messages.classStorageFull' });
});

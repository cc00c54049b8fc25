import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import {
  classProfiles,
  communityPosts,
  mediaRequests,
  mergedProfiles,
  profiles,
  removedClassProfiles,
} from '#api/ground/db/schema.ts';
import { removeClassProfiles } from '#schema/rest/class-admission.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { eraseProfile } from '#schema/rest/privacy.ts';
import { classRoster } from '#schema/rest/rosters.ts';
import { joinClass } from '#schema/rest/student-profiles.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
const db = () => world.services.db;
let place: Place;
let token: string | undefined;

beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenFor(place, 'Administrator');
});

const merge = (id: string, intoId: string, fromIds: string[]) =>
  send(world, mergeClassProfiles, { token, params: { id }, body: { intoId, fromIds } });
const takeOut = (id: string, profileId: string, block: boolean) =>
  send(world, removeClassProfiles, { token, params: { id }, body: { profileIds: [profileId], block } }).expect(200);
const joined = (classId: string, profileId: string) => db().insert(classProfiles).values({ classId, profileId });
const join = (child: string, classHashCode: string) =>
  send(world, joinClass, { token: child, body: { classHashCode } }).set('x-device', newHashCode());
const removalOf = async (classId: string, profileId: string) => {
  const which = and(eq(removedClassProfiles.classId, classId), eq(removedClassProfiles.profileId, profileId));
  return (await db().select().from(removedClassProfiles).where(which))[0];
};

test('a class that blocked the merged profile keeps the child out under the kept one', async () => {
  const [both, shut] = [await aClass(place), await aClass(place)];
  const [into, from] = [await aProfile(place, both.id), await aProfile(place, both.id)];
  await joined(shut.id, from.id);
  await takeOut(shut.id, from.id, true);
  await merge(both.id, into.id, [from.id]).expect(200);
  expect((await problemOf(join(into.token, shut.classHashCode), 403)).messageKey).toBe('messages.blockedFromClass');
  // The merged profile comes back from the trash, and is kept out as before.
  await send(world, restoreFromTrash, { token, params: { kind: 'profiles', id: from.id } }).expect(204);
  expect((await problemOf(join(from.token, shut.classHashCode), 403)).messageKey).toBe('messages.blockedFromClass');
});

test('a block of either profile stays, and a class that has the kept profile keeps it', async () => {
  const [both, shut, open] = [await aClass(place), await aClass(place), await aClass(place)];
  const [into, from, other] = [
    await aProfile(place, both.id),
    await aProfile(place, both.id),
    await aProfile(place, both.id),
  ];
  for (const [{ id }, block] of [
    [into, false],
    [from, true],
    [other, false],
  ] as const) {
    await joined(shut.id, id);
    await takeOut(shut.id, id, block);
  }
  await joined(open.id, from.id);
  await takeOut(open.id, from.id, true);
  await joined(open.id, into.id);
  await merge(both.id, into.id, [from.id, other.id]).expect(200);
  expect(await removalOf(shut.id, into.id)).toMatchObject({ blocked: true });
  expect(await removalOf(open.id, into.id)).toBeUndefined();
  await join(into.token, open.classHashCode).expect(204);
});

test('the card of the kept profile goes on', async () => {
  const both = await aClass(place);
  const [into, from] = [await aProfile(place, both.id), await aProfile(place, both.id)];
  const cardOf = async ({ id }: { readonly id: string }) =>
    (await db().select({ cardCode: profiles.cardCode }).from(profiles).where(eq(profiles.id, id)))[0]?.cardCode;
  const card = await cardOf(into);
  expect(card).not.toBe(await cardOf(from));
  await merge(both.id, into.id, [from.id]).expect(200);
  expect(await cardOf(into)).toBe(card);
});

test('profiles that sent the same work with the same key become one, and its request is the kept one’s', async () => {
  const both = await aClass(place);
  const [into, from] = [await aProfile(place, both.id), await aProfile(place, both.id)];
  const [clientId, own] = [newId(), newId()];
  const request = (profileId: string, key: string | null) => ({
    id: newId(),
    profileId,
    clientId: key,
    fileName: 'cat.png',
  });
  const sent = [request(into.id, clientId), request(from.id, clientId), request(from.id, own), request(from.id, null)];
  await db().insert(mediaRequests).values(sent);
  await merge(both.id, into.id, [from.id]).expect(200);
  const kept = await db().select().from(mediaRequests).where(eq(mediaRequests.profileId, into.id));
  const keys = new Map(kept.map((row) => [row.id, row.clientId]));
  expect(sent.map(({ id }) => keys.get(id))).toEqual([clientId, null, own, null]);
  expect(await db().$count(profiles, eq(profiles.id, from.id))).toBe(1);
});

test.each([
  ['kept', 0],
  ['merged', 1],
])('a child who is erased meanwhile is no longer %s, and the merge says so', async (_, which) => {
  const both = await aClass(place);
  const pair = [await aProfile(place, both.id), await aProfile(place, both.id)] as const;
  const [into, from] = pair;
  const [erased, other] = which === 0 ? pair : [from, into];
  const post = await makePost(db(), { classId: both.id, profileId: other.id });
  let merging: Promise<Awaited<ReturnType<typeof problemOf>>> | undefined;
  await db().transaction(async (tx) => {
    // The erasure has the child's lock, and the merge waits for it.
    await tx.delete(profiles).where(eq(profiles.id, erased.id));
    merging = problemOf(merge(both.id, into.id, [from.id]), 404);
    await expect.poll(() => waitingForLock(world)).toBe(1);
  });
  expect(await merging).toMatchObject({ messageKey: 'messages.mergedStudentGone' });
  const left = await db().select().from(profiles).where(eq(profiles.id, other.id));
  expect(left).toMatchObject([{ deletedAt: null }]);
  expect(await db().select().from(communityPosts).where(eq(communityPosts.id, post.id))).toMatchObject([
    { profileId: other.id },
  ]);
  // A page that lists the child still says the same.
  expect((await problemOf(merge(both.id, into.id, [from.id]), 404)).messageKey).toBe('messages.mergedStudentGone');
});

describe('a device that holds a merged profile', () => {
  const mergedIn = async (code: string) => {
    const children = await answerOf(classRoster, send(world, classRoster, { query: { ClassHashCode: code } }));
    return Object.fromEntries(children.map(({ id, mergedIds }) => [id, mergedIds]));
  };

  test('finds in the class’s list who the child is now, also after a second merge', async () => {
    const found = await aClass(place);
    const [last, into, from] = [
      await aProfile(place, found.id),
      await aProfile(place, found.id),
      await aProfile(place, found.id),
    ];
    await merge(found.id, into.id, [from.id]).expect(200);
    expect(await mergedIn(found.classHashCode)).toEqual({ [last.id]: [], [into.id]: [from.id] });
    await merge(found.id, last.id, [into.id]).expect(200);
    expect(await mergedIn(found.classHashCode)).toEqual({ [last.id]: [from.id, into.id].sort() });
  });

  test('finds it after the merged profile was purged, and not once that profile is back from the trash', async () => {
    const found = await aClass(place);
    const [into, purged, back] = [
      await aProfile(place, found.id),
      await aProfile(place, found.id),
      await aProfile(place, found.id),
    ];
    await merge(found.id, into.id, [purged.id, back.id]).expect(200);
    await db().delete(profiles).where(eq(profiles.id, purged.id));
    await send(world, restoreFromTrash, { token, params: { kind: 'profiles', id: back.id } }).expect(204);
    expect(await mergedIn(found.classHashCode)).toEqual({ [into.id]: [purged.id] });
    // It can be merged again.
    await joined(found.id, back.id);
    await merge(found.id, into.id, [back.id]).expect(200);
    expect(await mergedIn(found.classHashCode)).toEqual({ [into.id]: [purged.id, back.id].sort() });
  });

  test('leaves nothing behind when the child is erased', async () => {
    const found = await aClass(place);
    const [into, from] = [await aProfile(place, found.id), await aProfile(place, found.id)];
    await merge(found.id, into.id, [from.id]).expect(200);
    const [{ name } = { name: '' }] = await db().select().from(profiles).where(eq(profiles.id, from.id));
    await send(world, eraseProfile, { token, params: { id: from.id }, body: { confirmName: name } }).expect(204);
    expect(await db().$count(mergedProfiles, eq(mergedProfiles.intoId, into.id))).toBe(0);
  });
});

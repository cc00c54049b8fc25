import { and, eq, sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { beforeAll, expect, test, vi } from 'vitest';
import { begin, finish } from '#api/domains/uploads/requests.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, communityPosts, mediaRequests } from '#api/ground/db/schema.ts';
import { admitClassProfiles } from '#schema/rest/class-admission.ts';
import { hideStudentPosts } from '#schema/rest/moderation.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { patience } from '#tests/support/patience.ts';
import { makePost } from '#tests/support/teaching.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Teacher')) ?? '';
});

/** A picture of a class without approval whose preparation has begun. */
async function aPreparation() {
  const { db } = world.services;
  const { id: classId } = await aClass(place, { approvalRequired: false });
  const { id: profileId } = await aProfile(place, classId);
  const post = await makePost(db, { classId, profileId, state: 'pending', mediaId: null });
  const id = newId();
  const upload = { fileName: 'cat.png', sourceSize: 1, sourceKey: `${id}.source` };
  await db.insert(mediaRequests).values({ id, profileId, postId: post.id, ...upload });
  const request = await begin(db, id);
  if (!request) throw new Error('The request is not open');
  const file = {
    ...({ id: newId(), kind: 'image', purpose: 'community', profileId, storageKey: id } as const),
    ...{ contentType: 'image/png', byteSize: 1, fileName: 'cat.png', sha256: '0'.repeat(64) },
  };
  const postNow = async () => (await db.select().from(communityPosts).where(eq(communityPosts.id, post.id)))[0];
  return { classId, profileId, fileId: file.id, postNow, finish: () => finish(world.services, request, { file }) };
}

/** Finishes a preparation while a decision of the teacher is written, but not committed. */
async function finishDuring(decide: () => PromiseLike<Response>, finishing: () => Promise<void>): Promise<void> {
  let isFinished = false;
  const { decision, finished } = await world.services.db.transaction(async (tx) => {
    // The decision writes its entry last, and waits there for the end of this transaction.
    await tx.execute(sql`lock table audit_log in share mode`);
    const decided = Promise.resolve(decide());
    await expect.poll(() => waitingForLock(world)).toBe(1);
    const finished = finishing().finally(() => (isFinished = true));
    await vi.waitFor(async () => expect(isFinished || (await waitingForLock(world)) === 2).toBe(true), patience);
    return { decision: decided, finished };
  });
  expect((await decision).status).toBe(200);
  await finished;
}

test('a post that is hidden while its file is prepared stays hidden', async () => {
  const { classId, profileId, fileId, postNow, finish } = await aPreparation();
  const body = { classId, studentIds: [profileId] };
  await finishDuring(() => send(world, hideStudentPosts, { token, body }), finish);
  expect(await postNow()).toMatchObject({ state: 'hidden', mediaId: fileId });
});

test('a post whose child is admitted while its file is prepared is shown', async () => {
  const { classId, profileId, fileId, postNow, finish } = await aPreparation();
  await world.services.db
    .update(classProfiles)
    .set({ waiting: true })
    .where(and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, profileId)));
  const admission = { token, params: { id: classId }, body: { profileIds: [profileId] } };
  await finishDuring(() => send(world, admitClassProfiles, admission), finish);
  expect(await postNow()).toMatchObject({ state: 'approved', mediaId: fileId });
});

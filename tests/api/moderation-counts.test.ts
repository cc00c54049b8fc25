import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classes, communityPostReports, profiles } from '#api/ground/db/schema.ts';
import type { ModerationState } from '#schema/rest/community.ts';
import { communityQueue, communityWaiting } from '#schema/rest/moderation.ts';
import { answerOf } from '#tests/support/answers.ts';
import { makePost } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

/** A class with a post in each of the states, of which the last one is reported. */
async function aWall(states: readonly ModerationState[]) {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  let postId = '';
  for (const state of states) ({ id: postId } = await makePost(db, { classId, profileId, state }));
  await db.insert(communityPostReports).values({ id: newId(), postId });
  await makePost(db, { classId, profileId, state: 'pending', mediaId: null });
  return { classId, profileId };
}

test.each(['Administrator', 'Teacher'] as const)(
  'what waits is counted for a %s without the works of children and classes that are gone, and those without a file',
  async (role) => {
    const { db } = world.services;
    const token = await tokenFor(place, role);
    const counts = async () => {
      const waiting = await answerOf(communityWaiting, send(world, communityWaiting, { token }));
      const queued = async (State: string) =>
        (await answerOf(communityQueue, send(world, communityQueue, { token, query: { State } }))).totalCount;
      expect(waiting).toEqual({ pending: await queued('pending'), reported: await queued('reported') });
      return [waiting.pending, waiting.reported];
    };
    const [pending = 0, reported = 0] = await counts();
    const one = await aWall(['pending', 'pending', 'approved']);
    const two = await aWall(['pending', 'hidden']);
    expect(await counts()).toEqual([pending + 3, reported + 2]);
    await db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, one.profileId));
    expect(await counts()).toEqual([pending + 1, reported + 1]);
    await db.update(classes).set({ deletedAt: new Date() }).where(eq(classes.id, two.classId));
    expect(await counts()).toEqual([pending, reported]);
  },
);

import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { reassignProgress } from '#api/domains/progress/write.ts';
import { moveToTrash } from '#api/domains/trash/move.ts';
import { newId } from '#api/ground/db/ids.ts';
import {
  communityPostReports,
  communityReactions,
  finishedContents,
  lastOpenedUnits,
  profiles,
} from '#api/ground/db/schema.ts';
import { reactToCommunityPost, reportCommunityPost } from '#schema/rest/community.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { recordProgress } from '#schema/rest/progress.ts';
import { problemOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePost } from '#tests/support/teaching.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

test('what a device sends while its child is merged away is refused with 401, so that the device sends it for the kept profile', async () => {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const [into, from] = [await aProfile(place, classId), await aProfile(place, classId)];
  const [liked, reported] = [
    await makePost(db, { classId, profileId: into.id }),
    await makePost(db, { classId, profileId: into.id }),
  ];
  const { token } = from;
  const finished = [{ contentHashCode: place.content.hashCode, secondsAgo: null }];
  const lastUnit = { unitHashCode: place.lesson.hashCode, secondsAgo: null };
  const reaction = { params: { id: liked.id, type: String(ReactionType.LIKE) }, query: { numberOfInteractions: 1 } };
  const calls = [
    send(world, recordProgress, { token, body: { finished, lastUnit, switches: [] } }),
    send(world, reactToCommunityPost, { token, ...reaction }),
    send(world, reportCommunityPost, { token, params: { id: reported.id }, body: { reason: 'mean' } }),
  ];
  const answers = await db.transaction(async (tx) => {
    await tx.select().from(profiles).where(eq(profiles.id, from.id)).for('update');
    await reassignProgress(tx, { from: from.id, into: into.id });
    const author = { kind: 'Teacher' as const, userId: place.own.Teacher.id, sessionId: null, requestId: newId() };
    await moveToTrash(tx, 'profiles', { id: from.id, author });
    const sent = calls.map((call) => problemOf(call, 401));
    await expect.poll(() => waitingForLock(world)).toBe(calls.length);
    return sent;
  });
  await Promise.all(answers);
  for (const table of [finishedContents, lastOpenedUnits, communityReactions, communityPostReports])
    expect(await db.select().from(table).where(eq(table.profileId, from.id))).toEqual([]);
});

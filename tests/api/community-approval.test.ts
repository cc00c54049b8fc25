import { eq } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { classProfiles, communityPosts as posts } from '#api/ground/db/schema.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { admitClassProfiles } from '#schema/rest/class-admission.ts';
import { createClass } from '#schema/rest/classes.ts';
import { communityPosts } from '#schema/rest/community.ts';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { answerOf } from '#tests/support/answers.ts';
import { picture } from '#tests/support/media-samples.ts';
import { dayFromNow, makePost } from '#tests/support/teaching.ts';
import { ownWorld } from '#tests/support/world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send, tokenOf } from './school.ts';

const { communityApproval } = readSettings({ DATABASE_URL: 'postgres://elsewhere', COMMUNITY_APPROVAL: 'off' });

const world = ownWorld({ gateway: false, api: { communityApproval } });
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenOf(world, place.own.Administrator);
});

/** What another child of the class sees of a picture that one puts on the wall of a class made through the API. */
async function seenByOthers(more: { approvalRequired?: boolean }) {
  const days = { startDate: dayFromNow(-1), endDate: dayFromNow(30) };
  const body = { className: '1年1組', textBookId: place.book.id, ...days, ...more };
  const made = await answerOf(createClass, send(world, createClass, { token, body }));
  const [maker, other] = [await aProfile(place, made.id), await aProfile(place, made.id)];
  const wallOf = async ({ token: child }: typeof maker) =>
    answerOf(
      communityPosts,
      send(world, communityPosts, { token: child, query: { ClassHashCode: made.classHashCode } }),
    );
  const fields = { StudentId: maker.id, ClassId: made.id, LessionId: place.lesson.id };
  const files = { Image: { content: await picture('png'), fileName: 'cat.png' } };
  await send(world, uploadCommunityImage, { token: maker.token, fields, files }).expect(202);
  // The maker sees it in either case.
  const [own] = await vi.waitFor(
    async () => {
      const posts = await wallOf(maker);
      expect(posts[0]?.image).not.toBeNull();
      expect(posts).toHaveLength(1);
      return posts;
    },
    { timeout: 60_000, interval: 100 },
  );
  return { approvalRequired: made.approvalRequired, own: own?.state, others: (await wallOf(other)).length };
}

test('COMMUNITY_APPROVAL=off shows what children of a new class make without waiting for the teacher', async () => {
  expect(await seenByOthers({})).toEqual({ approvalRequired: false, own: 'shown', others: 1 });
});

test('a class may still have it otherwise', async () => {
  expect(await seenByOthers({ approvalRequired: true })).toEqual({ approvalRequired: true, own: 'waiting', others: 0 });
});

test('after profiles are let in, the posts of one that joined with an old code go on waiting for the teacher', async () => {
  const { db } = world.services;
  const found = await aClass(place, { approvalRequired: false });
  const entered = async (byOldCode: boolean) => {
    const { id } = await aProfile(place);
    await db.insert(classProfiles).values({ classId: found.id, profileId: id, waiting: true, byOldCode });
    await makePost(db, { classId: found.id, profileId: id, state: 'pending' });
    return id;
  };
  const [byOld, byNew] = [await entered(true), await entered(false)];
  const body = { profileIds: [byOld, byNew] };
  await send(world, admitClassProfiles, { token, params: { id: found.id }, body }).expect(200);
  const shown = await db.select().from(posts).where(eq(posts.classId, found.id));
  expect(Object.fromEntries(shown.map(({ profileId, state }) => [profileId, state]))).toEqual({
    [byOld]: 'pending',
    [byNew]: 'approved',
  });
});

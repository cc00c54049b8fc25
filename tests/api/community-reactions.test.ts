import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, communityReactions, profiles } from '#api/ground/db/schema.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';
import { reactToCommunityPost } from '#schema/rest/community.ts';
import { answerOf } from '#tests/support/answers.ts';
import { dayFromNow, makePost } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const { LIKE, HEART } = ReactionType;

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

/** A post on a wall, with its maker and a classmate. */
async function aWall(over: Parameters<typeof aClass>[1] = {}, post: Partial<typeof communityPosts.$inferInsert> = {}) {
  const { id: classId } = await aClass(place, over);
  const [maker, friend] = [await aProfile(place, classId), await aProfile(place, classId)];
  const { id } = await makePost(world.services.db, { classId, profileId: maker.id, ...post });
  return { id, classId, maker, friend };
}

interface Taps {
  readonly type?: number | string;
  readonly times?: number | string;
}

const tap = (id: string, token: string, { type = LIKE, times = 1 }: Taps = {}) =>
  send(world, reactToCommunityPost, {
    token,
    params: { id, type: String(type) },
    query: { numberOfInteractions: times },
  });

const countsOf = async (id: string) => {
  const [row] = await world.services.db
    .select({ likes: communityPosts.likeCount, hearts: communityPosts.heartCount })
    .from(communityPosts)
    .where(eq(communityPosts.id, id));
  return row;
};

describe('reacting to a post', () => {
  test('gives each type once, answers the post with its new counts and what is one’s own', async () => {
    const { id, friend, maker } = await aWall();
    const liked = await answerOf(reactToCommunityPost, tap(id, friend.token));
    expect(liked).toMatchObject({ id, likeCount: 1, heartCount: 0, liked: true, hearted: false, mine: false });
    const loved = await answerOf(reactToCommunityPost, tap(id, maker.token, { type: HEART }));
    expect(loved).toMatchObject({ likeCount: 1, heartCount: 1, liked: false, hearted: true, mine: true });
    const again = await answerOf(reactToCommunityPost, tap(id, friend.token));
    expect(again).toMatchObject({ likeCount: 1, liked: true });
  });

  test('takes back what was given, and nothing that was not', async () => {
    const { id, friend, maker } = await aWall();
    await tap(id, friend.token).expect(200);
    await tap(id, maker.token).expect(200);
    const none = await answerOf(reactToCommunityPost, tap(id, friend.token, { type: HEART, times: 0 }));
    expect(none).toMatchObject({ likeCount: 2, heartCount: 0, liked: true, hearted: false });
    for (let time = 0; time < 2; time += 1) {
      const back = await answerOf(reactToCommunityPost, tap(id, friend.token, { times: 0 }));
      expect(back).toMatchObject({ likeCount: 1, liked: false });
    }
  });

  test.each([
    [-7, 0],
    [2, 1],
    [1_000_000, 1],
  ])('takes %i taps, as older devices send them, as %i', async (times, counted) => {
    const { id, friend } = await aWall();
    await tap(id, friend.token, { times }).expect(200);
    expect(await countsOf(id)).toEqual({ likes: counted, hearts: 0 });
  });

  test('takes one when it is not told how many', async () => {
    const { id, friend } = await aWall();
    await send(world, reactToCommunityPost, { token: friend.token, params: { id, type: '2' } }).expect(200);
    expect(await countsOf(id)).toEqual({ likes: 0, hearts: 1 });
  });

  test('refuses a type that is none and a number that is none', async () => {
    const { id, friend } = await aWall();
    for (const type of [0, 3, 'like']) {
      const { errors } = await problemOf(tap(id, friend.token, { type }), 400);
      expect(errors).toHaveProperty('type');
    }
    for (const times of ['many', '1.5', 'Infinity']) {
      const { errors } = await problemOf(tap(id, friend.token, { times }), 400);
      expect(errors).toEqual({ numberOfInteractions: ['messages.invalidValue'] });
    }
    expect(await countsOf(id)).toEqual({ likes: 0, hearts: 0 });
  });

  test('counts twenty children at once, and one child’s twenty taps as one', async () => {
    const { id, classId, friend } = await aWall();
    const alone = await Promise.all(Array.from({ length: 20 }, () => tap(id, friend.token)));
    expect(alone.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const many = await Promise.all(Array.from({ length: 20 }, () => aProfile(place, classId)));
    await Promise.all(many.map(({ token }) => tap(id, token, { type: HEART }).expect(200)));
    expect(await countsOf(id)).toEqual({ likes: 1, hearts: 20 });
    const stored = await world.services.db.select().from(communityReactions).where(eq(communityReactions.postId, id));
    expect(stored.map(({ count }) => count)).toEqual(Array.from({ length: 21 }, () => 1));
  });

  test('is for 120 calls a minute', async () => {
    const { id, friend, maker } = await aWall();
    const answers = await Promise.all(Array.from({ length: 121 }, () => tap(id, friend.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await tap(id, maker.token).expect(200);
    expect(await countsOf(id)).toEqual({ likes: 2, hearts: 0 });
  });
});

describe('what a child cannot react to answers like a post that never was:', () => {
  test.each([
    ['one that waits', { state: 'pending' }],
    ['a hidden one', { state: 'hidden' }],
    ['a deleted one', { deletedAt: new Date() }],
    ['one without its file', { mediaId: null }],
  ] as const)('%s', async (_, post) => {
    const { id, friend } = await aWall({}, post);
    const never = await problemOf(tap(newId(), friend.token), 404);
    const found = await problemOf(tap(id, friend.token), 404);
    expect({ ...found, traceId: '', instance: '' }).toEqual({ ...never, traceId: '', instance: '' });
    expect(await countsOf(id)).toEqual({ likes: 0, hearts: 0 });
  });

  test('one of a class the profile has not joined, of a deleted class, of a removed child', async () => {
    const { id } = await aWall();
    await problemOf(tap(id, (await aProfile(place)).token), 404);
    const gone = await aWall({ deletedAt: new Date() });
    await problemOf(tap(gone.id, gone.friend.token), 404);
    const orphan = await aWall();
    await world.services.db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, orphan.maker.id));
    await problemOf(tap(orphan.id, orphan.friend.token), 404);
  });
});

test('a completed class takes no more reactions and says so', async () => {
  for (const over of [{ status: 1 as const }, { startDate: dayFromNow(-9), endDate: dayFromNow(-1) }]) {
    const { id, friend } = await aWall(over);
    const { messageKey } = await problemOf(tap(id, friend.token), 409);
    expect(messageKey).toBe('messages.classCompleted');
  }
});

import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { communityPosts } from '#api/ground/db/schema.ts';
import { uploadCommunityImage } from '#schema/rest/uploads.ts';
import { picture } from '#tests/support/media-samples.ts';
import { ownWorld } from '#tests/support/world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send } from './school.ts';

const world = ownWorld({ gateway: false });
let place: Place;
let content: Buffer;

beforeAll(async () => {
  place = await makePlace(world);
  content = await picture('png');
});

interface Lesson {
  readonly classId: string;
  readonly profiles: number;
  readonly worksEach: number;
  readonly address: string;
}

/** New profiles of a class send pictures from one address, all at once. */
async function sendAll({ classId, profiles, worksEach, address }: Lesson) {
  const senders = await Promise.all(Array.from({ length: profiles }, () => aProfile(place, classId)));
  const sent = senders.flatMap(({ id, token }) =>
    Array.from({ length: worksEach }, () =>
      send(world, uploadCommunityImage, {
        token,
        fields: { StudentId: id, ClassId: classId, LessionId: place.lesson.id },
        files: { Image: { content, fileName: 'cat.png' } },
      }).set('x-forwarded-for', address),
    ),
  );
  return Promise.all(sent);
}

const school = '198.51.100.7';
const stranger = '203.0.113.9';
const postsOf = (classId: string) => world.services.db.$count(communityPosts, eq(communityPosts.classId, classId));

test('sixty invented profiles do not bury a wall, and its class at school goes on', async () => {
  const { id: classId } = await aClass(place);
  const began = Date.now();
  const answers = await sendAll({ classId, profiles: 60, worksEach: 4, address: stranger });
  const minutes = 1 + Math.floor((Date.now() - began) / 60_000);
  const refused = answers.filter(({ status }) => status === 429);
  const accepted = answers.filter(({ status }) => status === 202);
  expect(accepted.length + refused.length).toBe(240);
  expect(accepted.length).toBeLessThanOrEqual(60 * minutes);
  expect(await postsOf(classId)).toBe(accepted.length);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ status: 429, messageKey: 'messages.tooManyUploads' });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  // Another network, and another class of the same network.
  const own = await sendAll({ classId, profiles: 1, worksEach: 1, address: school });
  const { id: otherClass } = await aClass(place);
  const other = await sendAll({ classId: otherClass, profiles: 1, worksEach: 1, address: stranger });
  expect([...own, ...other].map(({ status }) => status)).toEqual([202, 202]);
});

test('a lesson of thirty children behind one address, who all send twice at once, is not refused', async () => {
  const { id: classId } = await aClass(place);
  const answers = await sendAll({ classId, profiles: 30, worksEach: 2, address: school });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(await postsOf(classId)).toBe(60);
});

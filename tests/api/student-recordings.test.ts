import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { communityPosts } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/moderation.ts';
import { uploadCommunityRecord } from '#schema/rest/uploads.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { sound } from '#tests/support/media-samples.ts';
import { makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
});

const ask = (ClassId: string, StudentId: string, token = teacher) =>
  send(world, operations.studentRecordings, { token, query: { ClassId, StudentId } });
const recordings = (...asked: Parameters<typeof ask>) => answerOf(operations.studentRecordings, ask(...asked));

async function aStudent() {
  const one = await aClass(place);
  const child = await aProfile(place, one.id);
  const record = (contentId: string | null, day: number, over: Partial<typeof communityPosts.$inferInsert> = {}) =>
    makePost(world.services.db, {
      ...{ classId: one.id, profileId: child.id, kind: 'record', contentId },
      createdAt: new Date(Date.UTC(2026, 4, day)),
      ...over,
    });
  return { ...one, child, record };
}

test('a page has its first and its latest recording beside each other, in printed order', async () => {
  const { db } = world.services;
  const unit = await makeLesson(db, { textbookId: place.book.id, position: 7, name: 'Weather' });
  const [late, early] = [
    await makeContent(db, { lessonId: unit.id, position: 1, name: 'Rain' }),
    await makeContent(db, { lessonId: unit.id, position: 0, name: 'Sun' }),
  ];
  const { id: classId, child, record } = await aStudent();
  const [second, first, third] = [
    await record(late.id, 2, { state: 'pending' }),
    await record(late.id, 1, { state: 'hidden' }),
    await record(late.id, 3),
  ];
  const only = await record(early.id, 4);
  await record(late.id, 5, { deletedAt: new Date() });
  await record(late.id, 6, { mediaId: null });
  await record(null, 7);
  const found = await recordings(classId, child.id);
  expect(found.map(({ name, count, first, latest }) => [name, count, first.id, latest?.id ?? null])).toEqual([
    ['Sun', 1, only.id, null],
    ['Rain', 3, first.id, third.id],
  ]);
  expect(found[1]?.unit).toMatchObject({ id: unit.id, name: 'Weather' });
  expect(found[1]?.first.content).toEqual({ id: late.id, type: late.type, pageNumber: late.pageNumber, name: 'Rain' });

  const query = { StudentId: child.id, Kind: ['record'], SortCriteria: [{ field: 'createdAt', direction: 'asc' }] };
  const all = await answerOf(
    operations.communityQueue,
    send(world, operations.communityQueue, { token: teacher, query }),
  );
  expect(all.items.map(({ id }) => id).slice(0, 3)).toEqual([first.id, second.id, third.id]);
});

test('nobody else’s staff hears them', async () => {
  const { id: classId, child, record } = await aStudent();
  await record(place.content.id, 1);
  expect(await recordings(classId, child.id, await tokenFor(place, 'Teacher', 'other'))).toEqual([]);
  await problemOf(ask(classId, child.id, child.token), 403);
  await problemOf(ask(classId, 'somebody'), 400);
});

test('a recording keeps the page that its device says, if the class’s textbook has it', async () => {
  const { db } = world.services;
  const { classHashCode, child } = await aStudent();
  const foreign = await makeLesson(db, { textbookId: (await makeTextBook(db)).id, position: 0 });
  const elsewhere = await makeContent(db, { lessonId: foreign.id, position: 0 });
  const content = await sound('mp3');
  const sent = async (hashCode: string | undefined) => {
    const fields = {
      ...{ StudentId: child.id, ClassHashCode: classHashCode, LessonHashCode: place.lesson.hashCode },
      ...(hashCode !== undefined && { ContentHashCode: hashCode }),
    };
    const files = { File: { content, fileName: 'voice.mp3' } };
    await send(world, uploadCommunityRecord, { token: child.token, fields, files }).expect(202);
    const posts = await db
      .select({ contentId: communityPosts.contentId })
      .from(communityPosts)
      .where(eq(communityPosts.profileId, child.id))
      .orderBy(communityPosts.id);
    return posts.at(-1)?.contentId;
  };
  expect(await sent(place.content.hashCode)).toBe(place.content.id);
  for (const other of [undefined, elsewhere.hashCode, newHashCode()]) expect(await sent(other)).toBeNull();
});

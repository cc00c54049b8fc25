import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { finishedContents } from '#api/ground/db/schema.ts';
import { classStudent } from '#schema/rest/class-profiles.ts';
import { communityQueue } from '#schema/rest/moderation.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = (await tokenFor(place, 'Teacher')) ?? '';
});

const ask = (id: string, profileId: string, by = token) =>
  send(world, classStudent, { token: by, params: { id, profileId } });

test('a student of a class has what it finished of the class’s textbook, in printed order', async () => {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const unit = await makeLesson(db, { textbookId: place.book.id, position: 1, name: 'Colours' });
  const other = await makeLesson(db, { textbookId: (await makeTextBook(db)).id, position: 0 });
  const [late, early, deleted, elsewhere] = [
    await makeContent(db, { lessonId: unit.id, position: 1, name: 'Red' }),
    await makeContent(db, { lessonId: unit.id, position: 0, name: 'Blue' }),
    await makeContent(db, { lessonId: unit.id, position: 2, deletedAt: new Date() }),
    await makeContent(db, { lessonId: other.id, position: 0 }),
  ];
  const finishedAt = new Date('2026-05-01T09:00:00Z');
  await db
    .insert(finishedContents)
    .values([
      { profileId: child.id, contentId: late.id, finishedAt },
      ...[early, deleted, elsewhere].map(({ id: contentId }) => ({ profileId: child.id, contentId })),
    ]);
  const { profile, finished } = await answerOf(classStudent, ask(classId, child.id));
  expect(profile).toMatchObject({ id: child.id, name: child.name });
  expect(finished).toEqual([
    expect.objectContaining({ id: early.id, name: 'Blue', finishedAt: null }),
    expect.objectContaining({ id: late.id, name: 'Red', finishedAt: finishedAt.toISOString() }),
  ]);
  expect(finished[0]?.unit).toEqual({ id: unit.id, number: 2, title: 'Unit 2', name: 'Colours' });
});

test('nobody else’s class shows its students, and a class only those who joined it', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  await problemOf(ask(classId, child.id, await tokenFor(place, 'Teacher', 'other')), 404);
  await problemOf(ask(classId, child.id, await tokenFor(place, 'SchoolOwner', 'other')), 404);
  await problemOf(ask(classId, child.id, child.token), 403);
  await problemOf(ask((await aClass(place)).id, child.id), 404);
  await problemOf(ask(classId, newId()), 404);
  await problemOf(ask(classId, 'nobody'), 400);
});

test('the queue has the works of one student, on the walls that the caller sees alone', async () => {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const { id: foreign } = await aClass(place, {
    mainTeacherId: place.other.Teacher.id,
    schoolAdministratorId: place.other.SchoolOwner.id,
  });
  const [child, friend] = [await aProfile(place, classId), await aProfile(place, classId)];
  const own = await makePost(db, { classId, profileId: child.id });
  await makePost(db, { classId, profileId: friend.id });
  await makePost(db, { classId: foreign, profileId: child.id });
  const { items, totalCount } = await answerOf(
    communityQueue,
    send(world, communityQueue, { token, query: { StudentId: child.id } }),
  );
  expect([totalCount, items.map(({ id }) => id)]).toEqual([1, [own.id]]);
});

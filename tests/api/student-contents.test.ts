import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, finishedContents } from '#api/ground/db/schema.ts';
import { addDays, schoolDay } from '#api/ground/school-day.ts';
import { classStudentContents } from '#schema/rest/student-contents.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { eq } from 'drizzle-orm';
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
  send(world, classStudentContents, { token: by, params: { id, profileId } });
const contentsOf = (...asked: Parameters<typeof ask>) => answerOf(classStudentContents, ask(...asked));

const at = (day: number) => new Date(`2026-05-0${day}T09:00:00Z`);
const iso = (day: number) => at(day).toISOString();
const never = { views: 0, firstOpenedAt: null, lastOpenedAt: null, lastHeardAt: null };
const unfinished = { finished: false, finishedAt: null };
const silent = { recordings: 0, lastRecordedAt: null };

test('a student has each content that it opened, heard, finished or recorded, the last used first', async () => {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const [child, friend] = [await aProfile(place, classId), await aProfile(place, classId)];
  const unit = await makeLesson(db, { textbookId: place.book.id, position: 1, name: 'Colours' });
  const page = (position: number, name: string, deletedAt: Date | null = null) =>
    makeContent(db, { lessonId: unit.id, position, name, deletedAt });
  const [opened, done, older, spoken] = [
    await page(0, 'Red'),
    await page(1, 'Blue'),
    await page(2, 'Pink'),
    await page(3, 'Grey'),
  ];
  const deleted = await page(4, 'Gone', new Date());
  const untouched = await page(5, 'Never');
  const other = await makeLesson(db, { textbookId: (await makeTextBook(db)).id, position: 0 });
  const elsewhere = await makeContent(db, { lessonId: other.id, position: 0 });
  const view = (contentId: string, day: number, heard: boolean | null = null) => ({
    ...{ profileId: child.id, classId, contentId, lessonId: unit.id, startedAt: at(day), heard },
  });
  await keepViews(
    world.services,
    view(opened.id, 3, true),
    view(opened.id, 1),
    { ...view(opened.id, 7), classId: null },
    view(done.id, 2, false),
    view(deleted.id, 2),
    view(elsewhere.id, 2),
    { ...view(opened.id, 8, true), profileId: friend.id },
    { ...view(untouched.id, 8, true), profileId: friend.id },
  );
  await db.insert(finishedContents).values([
    { profileId: child.id, contentId: done.id, finishedAt: at(6) },
    { profileId: child.id, contentId: older.id },
    { profileId: child.id, contentId: deleted.id },
  ]);
  const record = { classId, profileId: child.id, contentId: spoken.id, kind: 'record' } as const;
  await makePost(db, { ...record, createdAt: at(4) });
  await makePost(db, { ...record, createdAt: at(5), state: 'hidden' });
  await makePost(db, { ...record, createdAt: at(9), deletedAt: new Date() });
  await makePost(db, { ...record, createdAt: at(9), kind: 'image' });

  const { contents, viewsKeptSince } = await contentsOf(classId, child.id);
  expect(contents.map(({ id, type: _, pageNumber: __, unit: ___, ...use }) => [id, use])).toEqual([
    [
      opened.id,
      {
        name: 'Red',
        ...{ views: 3, firstOpenedAt: iso(1), lastOpenedAt: iso(7), lastHeardAt: iso(3) },
        ...unfinished,
        ...silent,
      },
    ],
    [
      done.id,
      {
        name: 'Blue',
        ...{ views: 1, firstOpenedAt: iso(2), lastOpenedAt: iso(2), lastHeardAt: null },
        ...{ finished: true, finishedAt: iso(6) },
        ...silent,
      },
    ],
    [spoken.id, { name: 'Grey', ...never, ...unfinished, recordings: 2, lastRecordedAt: iso(5) }],
    [older.id, { name: 'Pink', ...never, finished: true, finishedAt: null, ...silent }],
  ]);
  expect(contents[0]?.unit).toEqual({ id: unit.id, number: 2, title: 'Unit 2', name: 'Colours' });
  expect(viewsKeptSince).toBeNull();
});

test('what a child did in another class of the same textbook stays with the staff of that class', async () => {
  const { db } = world.services;
  const { id: classId } = await aClass(place);
  const { id: foreign } = await aClass(place, {
    mainTeacherId: place.other.Teacher.id,
    schoolAdministratorId: place.other.SchoolOwner.id,
  });
  const child = await aProfile(place, classId);
  await db.insert(classProfiles).values({ classId: foreign, profileId: child.id });
  const contentId = place.content.id;
  await keepViews(world.services, { profileId: child.id, classId: foreign, contentId, startedAt: at(2), heard: true });
  await makePost(db, { classId: foreign, profileId: child.id, contentId, kind: 'record', createdAt: at(3) });
  expect((await contentsOf(classId, child.id)).contents).toEqual([]);
  const there = await contentsOf(foreign, child.id, (await tokenFor(place, 'Teacher', 'other')) ?? '');
  expect(there.contents).toMatchObject([{ id: contentId, views: 1, lastHeardAt: iso(2), recordings: 1 }]);
});

test('the first day that is kept is said where a student was there before it', async () => {
  const { db, settings } = world.services;
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  const joined = async (daysAgo: number) => {
    const joinedAt = new Date(Date.now() - daysAgo * 86_400_000);
    await db.update(classProfiles).set({ joinedAt }).where(eq(classProfiles.profileId, child.id));
    return (await contentsOf(classId, child.id)).viewsKeptSince;
  };
  const { pageViews } = settings.retention;
  expect(await joined(pageViews - 1)).toBeNull();
  expect(await joined(pageViews + 2)).toBe(addDays(schoolDay(settings.timeZone), -pageViews));
});

test('nobody else’s class shows what its students did, and a class only of those who joined it', async () => {
  const { id: classId } = await aClass(place);
  const child = await aProfile(place, classId);
  await ask(classId, child.id).expect(200);
  await problemOf(ask(classId, child.id, await tokenFor(place, 'Teacher', 'other')), 404);
  await problemOf(ask(classId, child.id, await tokenFor(place, 'SchoolOwner', 'other')), 404);
  await problemOf(ask(classId, child.id, child.token), 403);
  await problemOf(ask((await aClass(place)).id, child.id), 404);
  await problemOf(ask(classId, newId()), 404);
  await problemOf(ask(classId, 'nobody'), 400);
});

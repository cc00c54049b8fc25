import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classProfiles, profiles, usagePending } from '#api/ground/db/schema.ts';
import { schoolDay } from '#api/ground/school-day.ts';
import type { StoredView } from '#api/domains/usage/page-view.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { classActivity } from '#schema/rest/activity.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { makeClass, makeContent, makeLesson, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { daysAgo } from './nightly-past.ts';
import { plainView } from './samples/plain-view.ts';
import { makeSchools, newStudentToken, problemOf, send } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let classId: string;
let unit: Awaited<ReturnType<typeof makeLesson>>;
let page: Awaited<ReturnType<typeof makeContent>>;
let game: Awaited<ReturnType<typeof makeContent>>;
let views: Partial<StoredView>[];

const period = { From: '2031-05-01', To: '2031-05-04' };
const [hana, sora] = [randomUUID(), randomUUID()];
// The school is in Tokyo, nine hours ahead: 15:00 there is its midnight.
const lastOfApril = new Date('2031-04-30T14:59:59.999Z');
const firstOfMay = new Date('2031-04-30T15:00:00Z');
const endOfFirst = new Date('2031-05-01T14:59:59.999Z');
const third = new Date('2031-05-03T14:59:59.999Z');
const fourth = new Date('2031-05-03T15:00:00Z');

beforeAll(async () => {
  school = await makeSchools(world);
  const { db } = world.services;
  const book = await makeTextBook(db);
  unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  page = await makeContent(db, { lessonId: unit.id, position: 0, name: 'Fruit' });
  game = await makeContent(db, { lessonId: unit.id, position: 1, type: ContentType.GAME });
  const gone = await makeContent(db, { lessonId: unit.id, position: 2, deletedAt: new Date() });
  const { owner, teacher } = school.people;
  const staff = { mainTeacherId: teacher.id, schoolAdministratorId: owner.id };
  classId = (await makeClass(db, { textbookId: book.id, ...staff })).id;
  const another = await makeClass(db, { textbookId: book.id });

  const at = { classId, textbookId: book.id };
  const read = { ...at, lessonId: unit.id, contentId: page.id, contentType: ContentType.READ };
  const play = { ...at, lessonId: unit.id, contentId: game.id, contentType: ContentType.GAME };
  views = [
    { ...read, sessionKey: hana, startedAt: lastOfApril, durationMs: 1 },
    { ...read, sessionKey: hana, startedAt: firstOfMay, durationMs: 10 },
    { ...play, sessionKey: hana, startedAt: endOfFirst, durationMs: 200 },
    { ...play, sessionKey: sora, startedAt: endOfFirst, durationMs: 3000 },
    { ...at, sessionKey: sora, startedAt: endOfFirst, durationMs: 40_000 },
    { ...read, classId: another.id, sessionKey: sora, startedAt: endOfFirst, durationMs: 7 },
    { ...read, contentId: gone.id, sessionKey: hana, startedAt: third, durationMs: 8 },
    { ...read, sessionKey: hana, startedAt: fourth, durationMs: 9 },
  ];
  await keepViews(world.services, ...views);

  const child = { id: newId(), name: 'はな', animal: 'fox' as const };
  const removed = { ...child, id: newId(), deletedAt: new Date() };
  await db.insert(profiles).values([child, removed]);
  const post = (over: Partial<Parameters<typeof makePost>[1]>) =>
    makePost(db, { classId, profileId: child.id, createdAt: firstOfMay, ...over });
  await post({ kind: 'record', state: 'pending' });
  await post({ kind: 'record', state: 'hidden', createdAt: endOfFirst });
  await post({ kind: 'image' });
  await post({ kind: 'video', createdAt: third });
  await post({ createdAt: lastOfApril });
  await post({ createdAt: fourth });
  await post({ mediaId: null });
  await post({ deletedAt: new Date() });
  await post({ profileId: removed.id });
  await post({ classId: another.id });
});

const ask = (token: string | undefined, query: object = period, id = classId) =>
  send(world, classActivity, { ...(token !== undefined && { token }), params: { id }, query: { ...query } });

describe('a class’s activity', () => {
  test('has each day of the school with what was opened, played and sent', async () => {
    const { items, timeZone } = await answerOf(classActivity, ask(school.tokens.teacher));
    const nobody = { visitors: 0, views: 0, duration: 0, types: [], recordings: 0, pictures: 0 };
    expect(timeZone).toBe('Asia/Tokyo');
    expect(items).toEqual([
      {
        ...{ date: '2031-05-01', visitors: 2, views: 4, duration: 43_210, recordings: 2, pictures: 1 },
        types: [
          { contentType: ContentType.READ, views: 1, duration: 10 },
          { contentType: ContentType.GAME, views: 2, duration: 3200 },
        ],
      },
      { ...nobody, date: '2031-05-02' },
      {
        ...{ ...nobody, date: '2031-05-03', visitors: 1, views: 1, duration: 8, pictures: 1 },
        types: [{ contentType: ContentType.READ, views: 1, duration: 8 }],
      },
    ]);
  });

  test('has the contents used most that are still there, with their unit', async () => {
    const { contents } = await answerOf(classActivity, ask(school.tokens.teacher));
    const ofUnit = { id: unit.id, number: unit.number, title: unit.title, name: unit.name };
    const named = ({ id, type, pageNumber, name }: typeof page) => ({ id, type, pageNumber, name, unit: ofUnit });
    expect(contents).toEqual([
      { ...named(game), views: 2, duration: 3200 },
      { ...named(page), views: 1, duration: 10 },
    ]);
  });

  test('comes to as much as its raw page views in any period', async () => {
    const { items } = await answerOf(classActivity, ask(school.tokens.owner, { From: '2031-04-01', To: '2031-06-01' }));
    const own = views.filter((view) => view.classId === classId);
    expect(items.reduce((sum, day) => sum + day.views, 0)).toBe(own.length);
    const milliseconds = own.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
    expect(items.reduce((sum, { duration }) => sum + duration, 0)).toBe(milliseconds);
  });

  test.each(['teacher', 'owner', 'admin'] as const)('is for %s', async (who) => {
    expect((await answerOf(classActivity, ask(school.tokens[who]))).items).toHaveLength(3);
  });

  test.each(['stranger', 'colleague', 'otherOwner'] as const)('is not there for %s', async (who) => {
    expect(await problemOf(ask(school.tokens[who]), 404)).toMatchObject({ messageKey: 'messages.notFound' });
  });

  test('is neither for a child nor for who has not signed in', async () => {
    await problemOf(ask(await newStudentToken(world)), 403);
    await problemOf(ask(undefined), 401);
  });

  test('has what a child opened just now, of other schools too when that was not added up yet', async () => {
    const { db } = world.services;
    const profileId = newId();
    await db.insert(profiles).values({ id: profileId, name: 'そら', animal: 'fox' });
    const other = await makeClass(db, { textbookId: (await makeTextBook(db)).id });
    await db.insert(classProfiles).values([classId, other.id].map((id) => ({ classId: id, profileId })));
    await storePageViews(
      db,
      [other.id, classId].map((id) => plainView({ profileId, sent: { classId: id } })),
    );
    const days = { From: schoolDay('Asia/Tokyo', daysAgo(1)), To: schoolDay('Asia/Tokyo', daysAgo(-1)) };
    const { items } = await answerOf(classActivity, ask(school.tokens.teacher, days));
    expect(items.map(({ views: opened }) => opened).filter((opened) => opened > 0)).toEqual([1]);
    expect(await db.$count(usagePending)).toBe(0);
  });

  test('of a class that never was is not there', async () => {
    await problemOf(ask(school.tokens.admin, period, newId()), 404);
  });

  test.each([
    [{ From: '2031-05-01' }, { To: ['messages.toDateRequire'] }],
    [{ From: '2031-05-01', To: '2031-05-01' }, { To: ['messages.toDateAfterFrom'] }],
    [{ From: '2031-05-01', To: '2032-05-02' }, { To: ['messages.periodTooLong'] }],
    [{ From: '2031-02-30', To: '2031-05-01' }, { From: ['messages.invalidDate'] }],
  ])('of %o is 400', async (query, errors) => {
    expect((await problemOf(ask(school.tokens.teacher, query), 400)).errors).toEqual(errors);
  });

  test('of a leap year has 366 days', async () => {
    const leapYear = { From: '2032-01-01', To: '2033-01-01' };
    expect((await answerOf(classActivity, ask(school.tokens.teacher, leapYear))).items).toHaveLength(366);
  });
});

import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import {
  contents,
  finishedContents,
  lastOpenedUnits,
  lessons,
  profiles,
  studentSwitches,
} from '#api/ground/db/schema.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { StudentSwitch } from '#schema/rest/enumerations.ts';
import { recordProgress, studentProgress } from '#schema/rest/progress.ts';
import { removeStudent } from '#schema/rest/student-profiles.ts';
import { longestAgo } from '#schema/rules/progress.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeContent, makeLesson } from '#tests/support/teaching.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let child: Awaited<ReturnType<typeof aProfile>>;
let unit: Awaited<ReturnType<typeof makeLesson>>;
let pages: Awaited<ReturnType<typeof makeContent>>[];

beforeAll(async () => {
  place = await makePlace(world);
});
beforeEach(async () => {
  const { db } = world.services;
  child = await aProfile(place);
  unit = await makeLesson(db, { textbookId: place.book.id, position: 1 });
  pages = [
    await makeContent(db, { lessonId: unit.id, position: 0 }),
    await makeContent(db, { lessonId: unit.id, position: 1 }),
  ];
  await db
    .update(profiles)
    .set({ createdAt: sql`now() - interval '1 day'` })
    .where(eq(profiles.id, child.id));
});

const read = ({ token } = child) => answerOf(studentProgress, send(world, studentProgress, { token }));
const record = (body: object, { token } = child) =>
  answerOf(recordProgress, send(world, recordProgress, { token, body }));
const done = (index: number, secondsAgo: number | null = null) => ({
  contentHashCode: pages[index]?.hashCode ?? '',
  secondsAgo,
});
const timesOf = async ({ id } = child) =>
  world.services.db.select().from(finishedContents).where(eq(finishedContents.profileId, id));
const { FURIGANA, MUSIC, TAPS } = StudentSwitch;
const on = (one: StudentSwitch) => ({ switch: one, isOn: true });
const off = (one: StudentSwitch) => ({ switch: one, isOn: false });
const all = () => ({ unitHashCode: unit.hashCode, contentHashCodes: pages.map(({ hashCode }) => hashCode) });

describe('a child’s progress', () => {
  test('is the same on every device, each content once with its earliest time, and the unit opened last', async () => {
    expect(await read()).toEqual({ lastUnitHashCode: null, units: [], switches: [] });
    const opened = { unitHashCode: unit.hashCode, secondsAgo: 60 };
    await record({ finished: [done(1, 100), done(0, 3600)], lastUnit: opened });
    const earlier = { unitHashCode: place.lesson.hashCode, secondsAgo: 61 };
    const again = await record({ finished: [done(0, 10), done(1, 100), done(1)], lastUnit: earlier });
    expect(again).toEqual({ lastUnitHashCode: unit.hashCode, units: [all()], switches: [] });
    expect(await read()).toEqual(again);
    const ages = (await timesOf()).map(({ finishedAt }) => Math.round((Date.now() - Number(finishedAt)) / 100_000));
    expect(ages.sort()).toEqual([1, 36]);
    const later = { unitHashCode: place.lesson.hashCode, secondsAgo: 0 };
    expect((await record({ lastUnit: later })).lastUnitHashCode).toBe(place.lesson.hashCode);
  });

  test('takes along what an older device kept without times, which come when a device knows them', async () => {
    await record({ finished: [done(0)], lastUnit: { unitHashCode: unit.hashCode, secondsAgo: null } });
    expect(await timesOf()).toMatchObject([{ finishedAt: null }]);
    expect((await read()).lastUnitHashCode).toBe(unit.hashCode);
    await record({ finished: [done(0, longestAgo)], lastUnit: { ...all(), secondsAgo: null } });
    // No time is before the profile was made.
    const [row] = await timesOf();
    const [made] = await world.services.db.select().from(profiles).where(eq(profiles.id, child.id));
    expect(row?.finishedAt).toEqual(made?.createdAt);
  });

  test('follows contents that get other codes, move and are deleted, and drops codes that nothing has', async () => {
    const { db } = world.services;
    const [first, second] = pages;
    const set = (id: string, values: Partial<typeof contents.$inferInsert>) =>
      db.update(contents).set(values).where(eq(contents.id, id));
    const hashCode = newHashCode();
    await set(first?.id ?? '', { hashCode, lessonId: place.lesson.id });
    await set(second?.id ?? '', { deletedAt: new Date() });
    const unknown = { contentHashCode: newHashCode() };
    const lastUnit = { unitHashCode: newHashCode() };
    const { lastUnitHashCode, units } = await record({ finished: [unknown, done(0), done(1)], lastUnit });
    expect(lastUnitHashCode).toBeNull();
    expect(units).toEqual([{ unitHashCode: place.lesson.hashCode, contentHashCodes: [hashCode] }]);
    await set(second?.id ?? '', { deletedAt: null });
    expect((await read()).units).toHaveLength(2);
    await record({ lastUnit: { unitHashCode: unit.hashCode } });
    await db.delete(lessons).where(eq(lessons.id, unit.id));
    expect(await read()).toEqual({ lastUnitHashCode: null, units, switches: [] });
  });

  test('is the child’s own: nobody else reads or changes it, and it ends with the profile', async () => {
    await record({ finished: [done(0)] });
    expect((await read(await aProfile(place))).units).toEqual([]);
    await problemOf(send(world, studentProgress), 401);
    await problemOf(send(world, recordProgress, { body: {}, token: await tokenFor(place, 'Teacher') }), 403);
    await send(world, removeStudent, { token: child.token }).expect(204);
    await problemOf(send(world, recordProgress, { token: child.token, body: { finished: [done(1)] } }), 401);
    expect(await timesOf()).toHaveLength(1);
  });

  test('comes with a profile that is merged: both children’s contents, and the unit opened later', async () => {
    const { id: classId } = await aClass(place);
    const [into, from] = [await aProfile(place, classId), await aProfile(place, classId)];
    await record({ finished: [done(0)], lastUnit: { unitHashCode: place.lesson.hashCode } }, into);
    await record(
      { finished: [done(0, 0), done(1, 0)], lastUnit: { unitHashCode: unit.hashCode, secondsAgo: 0 } },
      from,
    );
    const body = { intoId: into.id, fromIds: [from.id] };
    const token = await tokenFor(place, 'Teacher');
    await send(world, mergeClassProfiles, { token, params: { id: classId }, body }).expect(200);
    const merged = await read(into);
    expect(merged.lastUnitHashCode).toBe(unit.hashCode);
    expect(merged.units[0]?.contentHashCodes.toSorted()).toEqual(all().contentHashCodes.toSorted());
    expect((await timesOf(into)).every(({ finishedAt }) => finishedAt !== null)).toBe(true);
    expect(await timesOf(from)).toEqual([]);
    const kept = await world.services.db.select().from(lastOpenedUnits).where(eq(lastOpenedUnits.profileId, from.id));
    expect(kept).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['four switches of three', { switches: [MUSIC, TAPS, FURIGANA, MUSIC].map(on) }, 'switches'],
    ['a switch that is none', { switches: [{ switch: 3, isOn: true }] }, 'switches.0.switch'],
    ['a switch that is neither on nor off', { switches: [{ switch: MUSIC, isOn: 'off' }] }, 'switches.0.isOn'],
    ['a switch set in time to come', { switches: [{ ...on(MUSIC), secondsAgo: -1 }] }, 'switches.0.secondsAgo'],
    ['too many at once', { finished: Array.from({ length: 201 }, () => ({ contentHashCode: 'a' })) }, 'finished'],
    ['a time to come', { finished: [{ contentHashCode: 'a', secondsAgo: -1 }] }, 'finished.0.secondsAgo'],
    ['a time before devices', { lastUnit: { unitHashCode: 'a', secondsAgo: longestAgo + 1 } }, 'lastUnit.secondsAgo'],
    ['what is no code', { finished: [{ contentHashCode: 'a code' }] }, 'finished.0.contentHashCode'],
  ])('refuses %s', async (_case, body, field) => {
    const { errors } = await problemOf(send(world, recordProgress, { token: child.token, body }), 400);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });
});

describe('a child’s switches', () => {
  const switches = async (who = child) => (await read(who)).switches;

  test('are the same on every device, each with the value that was set last', async () => {
    await record({ switches: [{ ...off(MUSIC), secondsAgo: 60 }] });
    expect(await switches()).toEqual([off(MUSIC)]);
    // Another tablet comes back to the network: one of its values is older, and the other is newer.
    const late = [
      { ...on(MUSIC), secondsAgo: 120 },
      { ...off(FURIGANA), secondsAgo: 120 },
    ];
    expect((await record({ switches: late })).switches).toEqual([off(MUSIC), off(FURIGANA)]);
    expect((await record({ switches: [{ ...on(MUSIC), secondsAgo: 0 }] })).switches).toEqual([
      on(MUSIC),
      off(FURIGANA),
    ]);
    expect(await switches()).toEqual([on(MUSIC), off(FURIGANA)]);
  });

  test('of one call set twice keep the later value, and what has no time stays behind what has one', async () => {
    const twice = [
      { ...on(TAPS), secondsAgo: 5 },
      { ...off(TAPS), secondsAgo: 9 },
    ];
    expect((await record({ switches: twice })).switches).toEqual([on(TAPS)]);
    expect((await record({ switches: [off(TAPS), off(MUSIC)] })).switches).toEqual([off(MUSIC), on(TAPS)]);
    // No time is before the profile was made.
    await record({ switches: [{ ...off(FURIGANA), secondsAgo: longestAgo }] });
    const rows = await world.services.db.select().from(studentSwitches).where(eq(studentSwitches.profileId, child.id));
    const [made] = await world.services.db.select().from(profiles).where(eq(profiles.id, child.id));
    const first = rows.filter(({ setAt }) => setAt.getTime() === made?.createdAt.getTime());
    expect(first.map((row) => row.switch).sort()).toEqual([MUSIC, FURIGANA]);
  });

  test('are the child’s own: nobody else reads or sets them, and they end with the profile', async () => {
    await record({ switches: [{ ...off(MUSIC), secondsAgo: 0 }] });
    expect(await switches(await aProfile(place))).toEqual([]);
    const body = { switches: [{ ...on(MUSIC), secondsAgo: 0 }] };
    await problemOf(send(world, recordProgress, { body }), 401);
    await problemOf(send(world, recordProgress, { body, token: await tokenFor(place, 'Teacher') }), 403);
    expect(await switches()).toEqual([off(MUSIC)]);
    await send(world, removeStudent, { token: child.token }).expect(204);
    await problemOf(send(world, recordProgress, { body, token: child.token }), 401);
  });

  test('of the profile that is kept win over those of a merged one, which fill what it has not set', async () => {
    const { id: classId } = await aClass(place);
    const [into, from] = [await aProfile(place, classId), await aProfile(place, classId)];
    await record({ switches: [{ ...off(MUSIC), secondsAgo: 60 }] }, into);
    const others = [on(MUSIC), off(TAPS)].map((one) => ({ ...one, secondsAgo: 0 }));
    await record({ switches: others }, from);
    const token = await tokenFor(place, 'Teacher');
    const body = { intoId: into.id, fromIds: [from.id] };
    await send(world, mergeClassProfiles, { token, params: { id: classId }, body }).expect(200);
    expect(await switches(into)).toEqual([off(MUSIC), off(TAPS)]);
    const left = await world.services.db.select().from(studentSwitches).where(eq(studentSwitches.profileId, from.id));
    expect(left).toEqual([]);
  });
});

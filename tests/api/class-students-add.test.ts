import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLog, profiles } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/class-profiles.ts';
import { classRoster, takeProfile } from '#schema/rest/rosters.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import { rosterLimit } from '#schema/rules/rosters.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;
let stranger: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
  stranger = (await tokenFor(place, 'Teacher', 'other')) ?? '';
});

const add = (id: string, students: readonly object[], more: { token?: string; idempotencyKey?: string } = {}) => {
  const { token = teacher, ...body } = more;
  return send(world, operations.addClassStudents, { token, params: { id }, body: { students, ...body } });
};
const added = (...call: Parameters<typeof add>) => answerOf(operations.addClassStudents, add(...call));
const list = (id: string, query = {}) =>
  answerOf(operations.classProfiles, send(world, operations.classProfiles, { token: teacher, params: { id }, query }));
const rename = (id: string, profileId: string, body: object) =>
  send(world, operations.renameClassProfile, { token: teacher, params: { id, profileId }, body });

describe('adding children to a class', () => {
  test('makes profiles like those of a tablet: every device shows them, and takes them as the class says', async () => {
    const { id, classHashCode } = await aClass(place, { childGuard: ChildGuard.NONE });
    const rows = [
      { number: 2, name: ' 阿部 空 ', reading: 'あべ そら', animal: 'owl' },
      { number: 1, name: '青木 海' },
      { name: 'Mia' },
    ];
    const found = await added(id, rows);
    expect(found.map(({ number, name, reading }) => [number, name, reading])).toEqual([
      [2, '阿部 空', 'あべ そら'],
      [1, '青木 海', ''],
      [null, 'Mia', ''],
    ]);
    expect(found[0]).toMatchObject({ animal: 'owl', postCount: 0, otherClassCount: 0, version: 1 });
    expect(new Set(found.flatMap(({ pictures }) => pictures.length))).toEqual(new Set([3]));
    const shown = await answerOf(classRoster, send(world, classRoster, { query: { ClassHashCode: classHashCode } }));
    expect(shown.map(({ name, number }) => [name, number])).toEqual([
      ['青木 海', null],
      ['阿部 空', null],
      ['Mia', null],
    ]);
    await send(world, takeProfile, { body: { classHashCode, profileId: found[0]?.id } }).expect(200);
    expect(
      await world.services.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.entityId, found[0]?.id ?? '')),
    ).toMatchObject([
      { action: 'create', before: null, after: { name: '阿部 空', number: 2, animal: 'owl', classId: id } },
    ]);
    const byNumber = await list(id, { SortCriteria: [{ field: 'number', direction: 'desc' }] });
    expect(byNumber.items.map(({ number }) => number)).toEqual([2, 1, null]);
  });

  test('gives children without an animal different ones', async () => {
    const { id } = await aClass(place);
    const found = await added(
      id,
      Array.from({ length: 10 }, (_, at) => ({ name: `Child ${at}` })),
    );
    expect(new Set(found.map(({ animal }) => animal)).size).toBe(10);
  });

  test('happens once for a key, and the second call answers the same children', async () => {
    const { id } = await aClass(place);
    const students = [{ name: 'Aki' }, { name: 'Ben' }];
    const idempotencyKey = `twice ${id}`;
    const [one, two] = await Promise.all([
      added(id, students, { idempotencyKey }),
      added(id, students, { idempotencyKey }),
    ]);
    const third = await added(id, students, { idempotencyKey });
    expect(two).toEqual(one);
    expect(third).toEqual(one);
    expect((await list(id)).totalCount).toBe(2);
  });

  test('is all or none, and tells of each child what is wrong', async () => {
    const { id } = await aClass(place);
    await aProfile(place, id);
    await added(id, [{ name: 'Sora', number: 7 }]);
    const clashes = await problemOf(
      add(id, [
        { name: 'Aki' },
        { name: 'Ben', number: 7 },
        { name: 'ひなた', number: 3 },
        { name: 'Ａki', number: 4 },
      ]),
      409,
    );
    expect(clashes.errors).toEqual({
      'students.1.number': ['messages.studentNumberTaken'],
      'students.2.name': ['messages.studentTwice'],
      'students.3.name': ['messages.studentTwice'],
    });
    await added(id, [{ name: 'So ra', number: 8 }]);
    const invalid = await problemOf(
      add(id, [{ name: ' ' }, { name: 'あ'.repeat(41), number: 0 }, { name: 'A\u202eB', animal: 'dragon' }]),
      400,
    );
    expect(invalid.errors).toEqual({
      'students.0.name': ['messages.profileNameRequire'],
      'students.1.name': ['messages.valueTooLong'],
      'students.1.number': ['messages.studentNumberRange'],
      'students.2.name': ['messages.nameHiddenCharacters'],
      'students.2.animal': ['messages.invalidValue'],
    });
    expect((await list(id)).items.map(({ name }) => name).sort()).toEqual(['So ra', 'Sora', 'ひなた']);
  });

  test('stops at a hundred in a call and at what a class may hold', async () => {
    const { id } = await aClass(place);
    const many = (count: number, from = 0) =>
      Array.from({ length: count }, (_, at) => ({ name: `Child ${from + at}` }));
    expect((await problemOf(add(id, many(101)), 400)).errors).toEqual({ students: ['messages.tooManyAtOnce'] });
    expect((await problemOf(add(id, []), 400)).errors).toEqual({ students: ['messages.invalidValue'] });
    await added(id, many(100));
    await added(id, many(rosterLimit - 101, 100));
    expect((await problemOf(add(id, many(2, 500)), 409)).messageKey).toBe('messages.classFull');
    await added(id, many(1, 500));
  });

  test('is refused to who does not see the class', async () => {
    const { id } = await aClass(place);
    await problemOf(add(id, [{ name: 'Aki' }], { token: stranger }), 404);
    expect((await list(id)).totalCount).toBe(0);
  });
});

test('a child’s reading and number change with its name, stay when they are left out, and a number is given once', async () => {
  const { id } = await aClass(place);
  const [aki, ben] = await added(id, [
    { name: 'Aki', number: 1 },
    { name: 'Ben', reading: 'べん', number: 2 },
  ]);
  const now = await answerOf(
    operations.renameClassProfile,
    rename(id, ben?.id ?? '', { name: 'Ben B.', animal: 'cat', reading: 'べん びい', number: 3, version: 1 }),
  );
  expect(now).toMatchObject({ name: 'Ben B.', reading: 'べん びい', number: 3 });
  const left = await answerOf(
    operations.renameClassProfile,
    rename(id, ben?.id ?? '', { name: 'Ben', animal: 'cat', version: 2 }),
  );
  expect(left).toMatchObject({ name: 'Ben', reading: 'べん びい', number: 3 });
  const taken = await problemOf(rename(id, ben?.id ?? '', { name: 'Ben', animal: 'cat', number: 1, version: 3 }), 409);
  expect(taken.errors).toEqual({ number: ['messages.studentNumberTaken'] });
  await rename(id, aki?.id ?? '', { name: 'Aki', animal: 'cat', number: null, version: 1 }).expect(200);
  await rename(id, ben?.id ?? '', { name: 'Ben', animal: 'cat', reading: '', number: 1, version: 3 }).expect(200);
  const [row] = await world.services.db
    .select()
    .from(profiles)
    .where(eq(profiles.id, ben?.id ?? ''));
  expect(row?.reading).toBe('');
});

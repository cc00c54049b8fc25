import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { rewriteSearchText } from '#api/domains/classes/search-text.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, classProfiles, profiles, users } from '#api/ground/db/schema.ts';
import * as operations from '#schema/rest/classes.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, makeSchools, send, type Sent } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const ids = (found: readonly ClassDetail[]) => found.map(({ id }) => id);

describe('whose class it is', () => {
  test('another school’s class answers 404 to every operation, and is in no list', async () => {
    const made = await school.created('owner', { mainTeacherId: school.people.teacher.id, className: 'ours alone' });
    for (const who of ['otherOwner', 'stranger', 'colleague'] as const) {
      const sent = { token: school.tokens[who], params: { id: made.id } };
      await send(world, operations.classById, sent).expect(404);
      await send(world, operations.regenerateClassQrCode, sent).expect(404);
      await school.put(who, made, { mainTeacherId: school.people[who].id }).expect(404);
      expect(ids(await school.list(who, { SearchText: 'ours alone' }))).toEqual([]);
      const all = await send(world, operations.allClasses, { token: school.tokens[who] }).expect(200);
      expect(JSON.stringify(all.body)).not.toContain(made.id);
    }
    for (const who of ['owner', 'teacher', 'admin'] as const) {
      await send(world, operations.classById, { token: school.tokens[who], params: { id: made.id } }).expect(200);
      expect(ids(await school.list(who, { SearchText: 'ours alone' }))).toEqual([made.id]);
    }
  });

  test('a secondary teacher sees it as a main teacher does', async () => {
    const made = await school.created('owner', { secondaryTeacherIds: [school.people.colleague.id] });
    await send(world, operations.classById, { token: school.tokens.colleague, params: { id: made.id } }).expect(200);
  });

  test('an id that is none answers 400, an unknown one 404', async () => {
    await send(world, operations.classById, { token: school.tokens.admin, params: { id: 'x' } }).expect(400);
    await send(world, operations.classById, { token: school.tokens.admin }).expect(404);
  });
});

describe('the list of classes', () => {
  const tag = 'リスト';

  test('finds every word in code, name, textbook and teachers, whatever the case, width and kana', async () => {
    const made = await school.created('admin', {
      className: `${tag} 100%_A`,
      mainTeacherId: school.people.teacher.id,
      classCode: 'FIND2026',
    });
    for (const SearchText of ['りすと', 'ﾘｽﾄ', 'find2026', 'はろー', '山田花子', '花子 りすと', '100%_a', 'Ａ りすと'])
      expect(ids(await school.list('admin', { SearchText })), SearchText).toContain(made.id);
    expect(ids(await school.list('admin', { SearchText: '100__a' }))).not.toContain(made.id);
    expect(ids(await school.list('admin', { SearchText: 'りすと nothing' }))).toEqual([]);
  });

  test('finds by the new name after a teacher is renamed', async () => {
    const renamed = await addStaff(world, { role: 'Teacher', lastName: 'Before' });
    const made = await school.created('admin', { secondaryTeacherIds: [renamed.id] });
    const { db } = world.services;
    await db.update(users).set({ lastName: 'Afterwards' }).where(eq(users.id, renamed.id));
    await rewriteSearchText(db, eq(classes.id, made.id));
    expect(ids(await school.list('admin', { SearchText: 'afterwards' }))).toEqual([made.id]);
  });

  test('filters by several statuses, by teacher and by textbook', async () => {
    const own = await addTextBook(world);
    const shared = { textBookId: own.id };
    const active = await school.created('admin', { ...shared, mainTeacherId: school.people.teacher.id });
    const inactive = await school.created('admin', {
      ...shared,
      status: 1,
      secondaryTeacherIds: [school.people.teacher.id],
    });
    const filtered = async (query: Sent['query']) =>
      ids(await school.list('admin', { TextBookId: own.id, ...query })).sort();
    expect(await filtered({})).toEqual([active.id, inactive.id].sort());
    expect(await filtered({ ClassStatus: [0, 1] })).toEqual([active.id, inactive.id].sort());
    expect(await filtered({ ClassStatus: [1] })).toEqual([inactive.id]);
    expect(await filtered({ TeacherId: school.people.teacher.id })).toEqual([active.id, inactive.id].sort());
    expect(await filtered({ TeacherId: school.people.colleague.id })).toEqual([]);
  });

  test('filters by school', async () => {
    const own = await addTextBook(world);
    const inSchool = await school.created('owner', { textBookId: own.id });
    await school.created('otherOwner', { textBookId: own.id });
    const list = (SchoolId?: string) => school.list('admin', { TextBookId: own.id, ...(SchoolId && { SchoolId }) });
    expect(await list()).toHaveLength(2);
    expect(ids(await list(inSchool.school?.id))).toEqual([inSchool.id]);
  });

  test('sorts by several fields, keeps equal rows in their place, and pages without a gap', async () => {
    const own = await addTextBook(world);
    const names = ['b', 'A', 'b', 'C', 'a'];
    for (const className of names)
      await school.created('admin', { className, textBookId: own.id, mainTeacherId: school.people.teacher.id });
    const page = (PageNumber: number, SortCriteria: unknown[]) =>
      school.list('admin', { TextBookId: own.id, PageSize: 2, PageNumber, SortCriteria });
    const criteria = [{ field: 'mainTeacher' }, { field: 'className', direction: 'desc' }];
    const seen = (await Promise.all([1, 2, 3, 4].map((number) => page(number, criteria)))).flat();
    expect(seen.map(({ className }) => className.toLowerCase())).toEqual(['c', 'b', 'b', 'a', 'a']);
    expect(new Set(ids(seen)).size).toBe(5);
    for (const field of operations.classSortFields)
      for (const direction of ['asc', 'desc']) expect(await page(1, [{ field, direction }])).toHaveLength(2);
  });

  test('asks the database as often for twenty classes as for one', async () => {
    const own = await addTextBook(world);
    const query = { TextBookId: own.id };
    await school.created('admin', { textBookId: own.id });
    const queries = vi.spyOn(world.services.pool, 'query');
    await school.list('admin', query);
    // Jobs ask the database too, while the lists are asked for.
    const asked = () => queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('classes')).length;
    const forOne = asked();
    expect(forOne).toBeGreaterThan(1);
    for (let more = 0; more < 19; more += 1) await school.created('admin', { textBookId: own.id });
    queries.mockClear();
    expect(await school.list('admin', query)).toHaveLength(20);
    expect(asked()).toBe(forOne);
    queries.mockRestore();
  });

  test('counts the students who joined, without those who wait or were removed', async () => {
    const { db } = world.services;
    const made = await school.created('admin');
    for (const { deletedAt = null, waiting = false } of [{}, {}, { waiting: true }, { deletedAt: new Date() }]) {
      const profileId = newId();
      await db.insert(profiles).values({ id: profileId, name: 'れん', animal: 'owl', deletedAt });
      await db.insert(classProfiles).values({ classId: made.id, profileId, waiting });
    }
    const [found] = await school.list('admin', { SearchText: made.classCode });
    expect(found?.studentCount).toBe(2);
    const asked = { token: school.tokens.admin, params: { id: made.id } };
    const detail = await send(world, operations.classById, asked).expect(200);
    expect(detail.body).toMatchObject({ studentCount: 2 });
  });

  test('finds the classes of a school year, 1 April to 31 March, by any day in it', async () => {
    const dates = [
      ['2031-04-01', '2032-03-31'],
      ['2030-09-01', '2031-04-01'],
      ['2032-03-31', '2033-03-31'],
      ['2030-04-01', '2031-03-31'],
      ['2032-04-01', '2033-03-31'],
    ] as const;
    const made: ClassDetail[] = [];
    for (const [startDate, endDate] of dates) made.push(await school.created('admin', { startDate, endDate }));
    const found = ids(await school.list('admin', { SchoolYear: 2031, PageSize: 100 }));
    expect(made.map(({ id }) => found.includes(id))).toEqual([true, true, true, false, false]);
  });

  test('tells the total, also beyond the last page', async () => {
    const query = { PageNumber: 1_000_000, PageSize: 100 };
    const answer = await send(world, operations.classes, { token: school.tokens.admin, query }).expect(200);
    const { items, totalCount } = operations.classes.response.parse(answer.body);
    expect(items).toEqual([]);
    expect(totalCount).toBeGreaterThan(5);
  });

  test.each([
    [{ PageNumber: 0 }],
    [{ PageNumber: 1e9 }],
    [{ PageSize: 101 }],
    [{ PageSize: 'x' }],
    [{ ClassStatus: [7] }],
    [{ TeacherId: 'me' }],
    [{ SchoolYear: 'now' }],
    [{ SchoolYear: 20260 }],
    [{ SearchText: 'a\0b' }],
    [{ SearchText: 'x'.repeat(201) }],
    [{ SortCriteria: [{ field: 'password' }] }],
    [{ SortCriteria: [{ field: 'className', direction: 'sideways' }] }],
  ])('refuses %j', async (query) => {
    await send(world, operations.classes, { token: school.tokens.admin, query }).expect(400);
  });
});

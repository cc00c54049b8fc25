import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { classSecondaryTeachers, memberships } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { Page } from '#schema/rest/paging.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { UserDetail } from '#schema/rest/users.ts';
import { makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, type Member, tokenOf } from './school.ts';

const world = keptApi();
let people: Awaited<ReturnType<typeof makePeople>>;

beforeAll(async () => {
  people = await makePeople();
});

const day = (date: string) => new Date(`${date}T00:00:00.000Z`);

async function makePeople() {
  const { db } = world.services;
  const book = await makeTextBook(db);
  const administrator = await addStaff(world, { role: 'Administrator', firstName: 'Listed', lastName: 'Abe' });
  const superAdmin = await addStaff(world, { role: 'SuperAdmin', firstName: 'Listed', lastName: 'Baba' });
  const owner = await addStaff(world, { role: 'SchoolOwner', firstName: 'Listed', lastName: 'Chiba' });
  const main = await addStaff(world, {
    role: 'Teacher',
    firstName: 'Listed',
    lastName: 'dan',
    lastSignInAt: day('2026-01-02'),
  });
  const secondary = await addStaff(world, {
    role: 'Teacher',
    firstName: 'Listed',
    lastName: 'Eto',
    lastSignInAt: day('2026-03-04'),
  });
  const invited = await addStaff(world, {
    role: 'Teacher',
    firstName: 'Listed',
    lastName: 'Fukuda',
    status: UserStatus.INVITED,
    invitedById: owner.id,
    invitedAt: day('2026-02-03'),
  });
  const elsewhere = await addStaff(world, {
    role: 'Teacher',
    firstName: 'Listed',
    lastName: 'Goto',
    status: UserStatus.DEACTIVATED,
  });
  const ofDeletedClass = await addStaff(world, { role: 'Teacher', firstName: 'Listed', lastName: 'Hara' });
  const gone = await addStaff(world, {
    role: 'Teacher',
    firstName: 'Listed',
    lastName: 'Ito',
    invitedById: owner.id,
    deletedAt: new Date(),
  });
  const own = { textbookId: book.id, schoolAdministratorId: owner.id };
  const taught = await makeClass(db, { ...own, mainTeacherId: main.id });
  await db.insert(classSecondaryTeachers).values({ classId: taught.id, teacherId: secondary.id, position: 0 });
  await db.insert(memberships).values(
    [main, secondary].map(({ id: userId }) => ({
      schoolId: taught.schoolId ?? '',
      userId,
      role: 'Teacher' as const,
    })),
  );
  await makeClass(db, { ...own, mainTeacherId: ofDeletedClass.id, deletedAt: new Date() });
  await makeClass(db, { textbookId: book.id, mainTeacherId: elsewhere.id });
  return { administrator, superAdmin, owner, main, secondary, invited, elsewhere, ofDeletedClass, gone };
}

const request = async (caller: Member, query: string) =>
  supertest(world.apiUrl)
    .get(`/api/User?${query}`)
    .set('authorization', `Bearer ${await tokenOf(world, caller)}`);

async function list(caller: Member, query: string): Promise<Page<UserDetail>> {
  const response = await request(caller, query);
  expect(response.status).toBe(200);
  return response.body as Page<UserDetail>;
}

const lastNames = ({ items }: Page<UserDetail>) => items.map((user) => user.lastName);

describe('GET User: who may ask and whom they see', () => {
  test('an administrator and a super administrator see everybody who is not deleted', async () => {
    const everybody = ['Abe', 'Baba', 'Chiba', 'dan', 'Eto', 'Fukuda', 'Goto', 'Hara'];
    const query = 'SearchText=listed&SortCriteria[0].field=name';
    expect(lastNames(await list(people.administrator, query))).toEqual(everybody);
    expect(lastNames(await list(people.superAdmin, query))).toEqual(everybody);
  });

  test('a school owner sees the members of their school, whom they invited, and themself', async () => {
    const seen = await list(people.owner, 'SortCriteria[0].field=name');
    expect(lastNames(seen)).toEqual(['Chiba', 'dan', 'Eto', 'Fukuda']);
    expect(seen.totalCount).toBe(4);
  });

  test('a teacher is refused with 403, nobody with 401', async () => {
    const teacher = await addStaff(world, { role: 'Teacher' });
    expect((await request(teacher, '')).status).toBe(403);
    expect((await supertest(world.apiUrl).get('/api/User')).status).toBe(401);
  });

  test('a row holds what a manager needs and no secret', async () => {
    const [row] = (await list(people.administrator, 'SearchText=fukuda%20listed')).items;
    expect(row).toEqual({
      id: people.invited.id,
      firstName: 'Listed',
      lastName: 'Fukuda',
      email: people.invited.email,
      pendingEmail: null,
      username: null,
      role: 'Teacher',
      phoneNumber: null,
      phoneType: null,
      status: UserStatus.INVITED,
      createdAt: people.invited.createdAt.toISOString(),
      dateCreated: people.invited.createdAt.toISOString(),
      invitedAt: '2026-02-03T00:00:00.000Z',
      lastSignInAt: null,
      language: 'en',
      externalId: null,
      secondFactor: false,
      invitedBy: { id: people.owner.id, firstName: 'Listed', lastName: 'Chiba' },
      version: 1,
      updatedAt: people.invited.updatedAt.toISOString(),
      updatedBy: null,
      refusal: null,
    });
  });
});

describe('GET User: search, filters, sort and paging', () => {
  test('several roles and several statuses are any of each and all of both', async () => {
    const roles = 'SearchText=listed&Roles=Teacher&Roles=SchoolOwner&SortCriteria[0].field=name';
    expect(lastNames(await list(people.administrator, roles))).toEqual([
      'Chiba',
      'dan',
      'Eto',
      'Fukuda',
      'Goto',
      'Hara',
    ]);
    const both = `${roles}&UserStatus=${UserStatus.INVITED}&UserStatus=${UserStatus.DEACTIVATED}`;
    expect(lastNames(await list(people.administrator, both))).toEqual(['Fukuda', 'Goto']);
  });

  test('kana, width and case make no difference, and % and _ stand for themselves', async () => {
    await addStaff(world, {
      role: 'Teacher',
      firstName: 'ハナコ',
      lastName: 'カトウ',
      email: '100%_sure@staff.test',
      searchText: searchText('カトウ', 'ハナコ', '100%_sure@staff.test'),
    });
    for (const words of ['かとう', 'カトウ', 'ｶﾄｳ', 'はなこ カトウ', '100%_SURE', '１００％'])
      expect([words, lastNames(await list(people.administrator, `SearchText=${encodeURIComponent(words)}`))]).toEqual([
        words,
        ['カトウ'],
      ]);
    for (const words of ['100_sure', 'かと_', '0%s'])
      expect([words, lastNames(await list(people.administrator, `SearchText=${encodeURIComponent(words)}`))]).toEqual([
        words,
        [],
      ]);
  });

  test('who never signed in stands last in both directions', async () => {
    const query = 'SearchText=listed&Roles=Teacher&UserStatus=1&SortCriteria[0].field=lastSignIn';
    expect(lastNames(await list(people.administrator, query))).toEqual(['dan', 'Eto', 'Hara']);
    const latestFirst = await list(people.administrator, `${query}&SortCriteria[0].direction=desc`);
    expect(lastNames(latestFirst)).toEqual(['Eto', 'dan', 'Hara']);
  });

  test('pages of equal rows neither repeat nor leave out anybody', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((number) =>
        list(
          people.administrator,
          `SearchText=listed&SortCriteria[0].field=role&SortCriteria[0].direction=desc&PageSize=3&PageNumber=${number}`,
        ),
      ),
    );
    expect(pages.map((page) => page.totalCount)).toEqual([8, 8, 8]);
    expect(new Set(pages.flatMap((page) => page.items.map((user) => user.id))).size).toBe(8);
  });

  test.each([
    'Roles=Student',
    'Roles=',
    'UserStatus=7',
    'PageSize=101',
    'PageNumber=0',
    'SortCriteria[0].field=passwordHash',
    'SortCriteria[0].field=name&SortCriteria[0].direction=up',
    'SearchText=%00',
    `SearchText=${'a'.repeat(201)}`,
    'UserStatus=',
  ])('refuses %.60s with 400', async (query) => {
    const response = await request(people.administrator, query);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toMatch('application/problem+json');
  });
});

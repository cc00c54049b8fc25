import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchText } from '#api/ground/db/search-text.ts';
import { users } from '#schema/rest/users.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let token: string | undefined;

/** More teachers than a search counts; the table has them from the last number to the first. */
const many = 1_200;

async function addPeople(lastName: string, count: number): Promise<void> {
  await world.services.db.execute(sql`
    insert into users (id, first_name, last_name, email, role, status, search_text)
    select gen_random_uuid(), lpad(n::text, 4, '0'), ${lastName}, ${lastName} || n || '@found.example.com', 'Teacher', 1,
           ${searchText(lastName)} || ' ' || n || '@found.example.com'
    from generate_series(${count}::int, 1, -1) n`);
}

beforeAll(async () => {
  token = await tokenFor(await makePlace(world), 'Administrator');
  // Whom else the words find is among neither the first nor the last of the staff.
  await addPeople('Aaa', 600);
  await addPeople('Zzz', 600);
  await addPeople('Marunouchi', many);
  await world.services.db.execute(sql`analyze users`);
});

async function found(SearchText: string, direction: 'asc' | 'desc', PageNumber = 1) {
  const query = {
    SearchText,
    Roles: ['Teacher'],
    SortCriteria: [{ field: 'name', direction }],
    PageNumber,
    PageSize: 3,
  };
  const { items, totalCount, totalIsExact } = await answerOf(users, send(world, users, { token, query }));
  return { names: items.map(({ lastName, firstName }) => `${lastName} ${firstName}`), totalCount, totalIsExact };
}

describe('a search by name that finds more than are counted', () => {
  const uncounted = { totalCount: 1_000, totalIsExact: false };

  test('begins with the first of those whose name begins so', async () => {
    const names = ['Marunouchi 0001', 'Marunouchi 0002', 'Marunouchi 0003'];
    expect(await found('marunouchi', 'asc')).toEqual({ names, ...uncounted });
    expect(await found('MARU', 'asc')).toEqual({ names, ...uncounted });
  });

  test('goes on page by page', async () => {
    expect((await found('marunouchi', 'asc', 2)).names).toEqual([
      'Marunouchi 0004',
      'Marunouchi 0005',
      'Marunouchi 0006',
    ]);
  });

  test('begins with the last of them in the other direction', async () => {
    const names = ['Marunouchi 1200', 'Marunouchi 1199', 'Marunouchi 1198'];
    expect(await found('marunouchi', 'desc')).toEqual({ names, ...uncounted });
  });

  test('finds people by words that no name begins with', async () => {
    const { names, ...total } = await found('runouchi', 'asc');
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^Marunouchi \d{4}$/);
    expect(total).toEqual(uncounted);
  });
});

test('a search by name that finds few counts them', async () => {
  expect(await found('1200@found marunouchi', 'asc')).toEqual({
    names: ['Marunouchi 1200'],
    totalCount: 1,
    totalIsExact: true,
  });
});

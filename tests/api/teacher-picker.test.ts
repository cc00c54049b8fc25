import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allTeachers } from '#schema/rest/user-pickers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePlace, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

const world = keptApi();
let token: string | undefined;
beforeAll(async () => {
  token = await tokenFor(await makePlace(world), 'Administrator');
});

const people = z.array(z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }));
const offered = async () => people.parse((await send(world, allTeachers, { token }).expect(200)).body);

/** Many people of a role, whose names come one behind the other. */
async function addPeople(lastName: string, role: 'SchoolOwner' | 'Teacher', count: number): Promise<void> {
  const { db } = world.services;
  await db.execute(sql`
    insert into users (id, first_name, last_name, email, role, status)
    select gen_random_uuid(), lpad(n::text, 5, '0'), ${lastName}, ${lastName} || n || '@many.example.com', ${role}, 1
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`analyze users`);
}

test('teachers are offered by name, however many other people come before them', async () => {
  const few = await offered();
  expect(few.length).toBeGreaterThan(1);
  // More than are read in the order of the names.
  await addPeople('Aaa', 'SchoolOwner', 5_001);
  expect(await offered()).toEqual(few);
});

test('the first 500 of many teachers are offered', async () => {
  const few = await offered();
  await addPeople('Aab', 'Teacher', 600);
  const names = (await offered()).map(({ firstName, lastName }) => `${lastName} ${firstName}`);
  expect(names).toHaveLength(500);
  expect(names[0]).toBe('Aab 00001');
  expect(names.at(-1)).toBe('Aab 00500');
  expect(few.map(({ lastName }) => lastName)).not.toContain('Aab');
});

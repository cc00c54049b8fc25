import { expect, it } from 'vitest';
import { namesIn } from '#api/domains/audit/names.ts';
import { nameOf } from '#api/domains/audit/versions.ts';
import { staffName } from '#schema/staff-name.ts';
import { addStaff } from '#tests/api/school.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

it.each([
  ['山田', '花子', '山田 花子'],
  ['さとう', 'Mei', 'さとう Mei'],
  ['Brown', 'アン', 'Brown アン'],
  ['O’Neill', 'Léa', 'Léa O’Neill'],
])('the log calls %s, %s by the name in its own order, as the pages do', async (lastName, firstName, name) => {
  const { id } = await addStaff(world, { role: 'Teacher', firstName, lastName });
  expect(staffName({ firstName, lastName })).toBe(name);
  expect(await nameOf(world.services.db, id)).toBe(name);
  expect((await namesIn(world.services.db, 'users', [id])).get(id)).toBe(name);
});

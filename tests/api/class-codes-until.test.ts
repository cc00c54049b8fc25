import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { moveCodesOfEndedClasses } from '#api/domains/school-year-turns/codes.ts';
import { classes } from '#api/ground/db/schema.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { trashDays } from '#schema/rest/trash.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { makeSchools } from './school.ts';
import { turnsOf } from './turned-year.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let year: ReturnType<typeof turnsOf>;

beforeAll(async () => {
  school = await makeSchools(world);
  year = turnsOf(world, school);
});

const lastDay = dayFromNow(60);
const utcDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A colleague's class, and the class that takes over its codes. The teacher of the second does not see the first. */
async function turned() {
  const { colleague, teacher } = school.people;
  const old = await year.aClass({
    startDate: dayFromNow(-100),
    endDate: lastDay,
    mainTeacherId: colleague.id,
  });
  const made = await year.turn('owner', {
    classes: [{ classId: old.id, keepsCode: true, mainTeacherId: teacher.id }],
  });
  const change = (values: PgUpdateSetSource<typeof classes>) =>
    world.services.db.update(classes).set(values).where(eq(classes.id, old.id));
  return { oldId: old.id, nextId: made.classes[0]?.class?.id, change };
}

test('a class whose codes will be replaced says their last day to its teacher, until they are replaced', async () => {
  const { oldId, nextId, change } = await turned();
  expect(await year.codesUntil('teacher', nextId)).toBe(lastDay);
  expect(await year.codesUntil('colleague', oldId)).toBeNull();
  await change({ endDate: dayFromNow(-1) });
  await moveCodesOfEndedClasses(world.services);
  expect(await year.codesUntil('teacher', nextId)).toBeNull();
});

test('an archived class gives its codes in the next night', async () => {
  const { nextId, change } = await turned();
  await change({ status: ClassStatus.INACTIVE });
  expect(await year.codesUntil('teacher', nextId)).toBe(utcDay(0));
});

test('a deleted class gives its codes on the day before it is purged', async () => {
  const { nextId, change } = await turned();
  await change({ deletedAt: sql`now() - interval '2 days'` });
  expect(await year.codesUntil('teacher', nextId)).toBe(utcDay(trashDays - 1 - 2));
});

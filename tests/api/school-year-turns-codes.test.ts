import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { moveCodesOfEndedClasses } from '#api/domains/school-year-turns/codes.ts';
import { classes } from '#api/ground/db/schema.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { makeSchools, send } from './school.ts';
import { turnsOf } from './turned-year.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;
let year: ReturnType<typeof turnsOf>;

beforeAll(async () => {
  school = await makeSchools(world);
  year = turnsOf(world, school);
});

const running = () => year.aClass({ startDate: dayFromNow(-100), endDate: dayFromNow(5) });
const endYesterday = (...ids: string[]) =>
  world.services.db
    .update(classes)
    .set({ endDate: dayFromNow(-1) })
    .where(inArray(classes.id, ids));

/** Turns a class, whose next class keeps the code. Resolves to the id of that class. */
async function keptBy(classId: string) {
  const made = await year.turn('owner', { classes: [{ classId, keepsCode: true }] });
  return made.classes[0]?.class?.id ?? '';
}

test('codes of a turn that fails stay, and those of the others move', async () => {
  const { db } = world.services;
  const [bad, good] = [await running(), await running()];
  const [badNext, goodNext] = [await keptBy(bad.id), await keptBy(good.id)];
  await endYesterday(bad.id, good.id);
  const setVersion = (version: number) => db.update(classes).set({ version }).where(eq(classes.id, badNext));
  // The next version is too large for its column.
  await setVersion(2 ** 31 - 1);
  await expect(moveCodesOfEndedClasses(world.services)).rejects.toThrow('The codes of 1 turns could not be moved');
  expect((await year.rowOf(goodNext))?.classHashCode).toBe(good.classHashCode);
  expect((await year.rowOf(bad.id))?.classHashCode).toBe(bad.classHashCode);
  await setVersion(1);
  await moveCodesOfEndedClasses(world.services);
  expect((await year.rowOf(badNext))?.classHashCode).toBe(bad.classHashCode);
});

test('a class that is archived today keeps its codes until the night', async () => {
  const old = await running();
  const next = await keptBy(old.id);
  const archive = (updatedAt: SQL) =>
    world.services.db.update(classes).set({ status: ClassStatus.INACTIVE, updatedAt }).where(eq(classes.id, old.id));
  await archive(sql`now()`);
  await moveCodesOfEndedClasses(world.services);
  expect((await year.rowOf(next))?.classHashCode).not.toBe(old.classHashCode);
  await archive(sql`now() - interval '1 day'`);
  await moveCodesOfEndedClasses(world.services);
  expect((await year.rowOf(next))?.classHashCode).toBe(old.classHashCode);
});

test('a class that comes back from the trash leaves the code to the class that keeps it by now', async () => {
  const old = await running();
  const first = await keptBy(old.id);
  const restore = () =>
    send(world, restoreFromTrash, { token: school.tokens.admin, params: { kind: 'classes', id: first } }).expect(204);
  const remove = () => send(world, deleteClass, { token: school.tokens.owner, params: { id: first } }).expect(204);
  await remove();
  await restore();
  // Until then it keeps the code.
  const { classes: planned } = await year.plan('owner', { classes: [{ classId: old.id, keepsCode: true }] });
  expect(planned[0]?.problems.map(({ messageKey }) => messageKey)).toContain('messages.codeKeptAlready');
  await remove();
  const second = await keptBy(old.id);
  await restore();
  await endYesterday(old.id);
  await moveCodesOfEndedClasses(world.services);
  expect((await year.rowOf(second))?.classHashCode).toBe(old.classHashCode);
  expect((await year.rowOf(first))?.classHashCode).not.toBe(old.classHashCode);
});

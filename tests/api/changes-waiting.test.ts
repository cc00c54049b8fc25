import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { moveCode } from '#api/domains/school-year-turns/move-codes.ts';
import { classes, schools } from '#api/ground/db/schema.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { makeSchools, send } from './school.ts';

// A feed's cursor passes a change whose time is the start of a transaction that waited.

const world = keptApi();
const db = () => world.services.db;
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

const clock = sql<Date>`clock_timestamp()`.mapWith(classes.updatedAt);

async function rowOf(id: string) {
  const [row] = await db().select().from(classes).where(eq(classes.id, id));
  if (!row) throw new Error('There is no such class');
  return row;
}

/** Lets a request begin and wait for a locked row. Resolves to the time at which the row was free. */
async function whileLocked(table: typeof classes | typeof schools, id: string, begin: () => Promise<unknown>) {
  const { answer, free } = await db().transaction(async (tx) => {
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update');
    const sent = begin();
    await vi.waitFor(async () => expect(await waitingForLock(world)).toBe(1), { timeout: 20_000 });
    const [now] = await tx.select({ at: clock }).from(schools).limit(1);
    return { answer: sent, free: now?.at ?? new Date(Number.NaN) };
  });
  await answer;
  return free.getTime();
}

test('a deletion and a restoration that waited have the time of the change', async () => {
  const { id } = await school.created('owner', {});
  const deletion = () => send(world, deleteClass, { token: school.tokens.owner, params: { id } }).expect(204);
  const deleted = await whileLocked(classes, id, async () => deletion());
  expect((await rowOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(deleted);
  const params = { kind: 'classes', id };
  const restoration = () => send(world, restoreFromTrash, { token: school.tokens.admin, params }).expect(204);
  const restored = await whileLocked(classes, id, async () => restoration());
  expect((await rowOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(restored);
});

test('so have the classes of a school that is merged into another one', async () => {
  const other = await makeSchools(world);
  const [{ id }, { id: kept }] = [await other.created('owner', {}), await school.created('owner', {})];
  const [from, into] = [(await rowOf(id)).schoolId ?? '', (await rowOf(kept)).schoolId ?? ''];
  const sent = { token: school.tokens.admin, params: { id: into }, body: { fromId: from } };
  const merged = await whileLocked(schools, from, async () => send(world, mergeSchools, sent).expect(200));
  const row = await rowOf(id);
  expect(row.schoolId).toBe(into);
  expect(row.updatedAt.getTime()).toBeGreaterThanOrEqual(merged);
});

test('so have the classes of a code that moves in a long transaction', async () => {
  const [{ id: from }, { id: to }] = [await school.created('owner', {}), await school.created('owner', {})];
  const later = await db().transaction(async (tx) => {
    const { rows } = await tx.execute<{ at: string }>(sql`select clock_timestamp() as at from pg_sleep(0.05)`);
    await moveCode(tx, { from, to });
    return new Date(rows[0]?.at ?? '').getTime();
  });
  for (const id of [from, to]) expect((await rowOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(later);
});

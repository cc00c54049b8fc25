import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { insertUser } from '#api/domains/users/write.ts';
import { moveCode } from '#api/domains/school-year-turns/move-codes.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, contents, lessons, schools, textbooks, users } from '#api/ground/db/schema.ts';
import { deleteClass } from '#schema/rest/classes.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { userRules } from '#schema/rules/users.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { patience } from '#tests/support/patience.ts';
import { waitingForLock } from '#tests/support/waiting-locks.ts';
import { makeWriter, type Writer } from './book-writer.ts';
import { makeSchools, send } from './school.ts';

// A feed's cursor passes a change whose time is the start of a transaction that waited.

const world = keptApi();
const db = () => world.services.db;
let school: Awaited<ReturnType<typeof makeSchools>>;
let writer: Writer;

beforeAll(async () => {
  school = await makeSchools(world);
  writer = await makeWriter(world);
});

const clock = sql<Date>`clock_timestamp()`.mapWith(classes.updatedAt);

async function rowOf(id: string) {
  const [row] = await db().select().from(classes).where(eq(classes.id, id));
  if (!row) throw new Error('There is no such class');
  return row;
}

type Lockable = typeof classes | typeof lessons | typeof schools | typeof textbooks;

/** Lets a request begin and wait for a locked row. Resolves to the answer and the time at which the row was free. */
async function whileLocked<Answer>(table: Lockable, id: string, begin: () => Promise<Answer>) {
  const { answer, free } = await db().transaction(async (tx) => {
    await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update');
    const sent = begin();
    await vi.waitFor(async () => expect(await waitingForLock(world)).toBe(1), patience);
    const [now] = await tx.select({ at: clock }).from(schools).limit(1);
    return { answer: sent, free: now?.at ?? new Date(Number.NaN) };
  });
  return { answer: await answer, free: free.getTime() };
}

test('a deletion and a restoration that waited have the time of the change', async () => {
  const { id } = await school.created('owner', {});
  const deletion = () => send(world, deleteClass, { token: school.tokens.owner, params: { id } }).expect(204);
  const { free: deleted } = await whileLocked(classes, id, async () => deletion());
  expect((await rowOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(deleted);
  const params = { kind: 'classes', id };
  const restoration = () => send(world, restoreFromTrash, { token: school.tokens.admin, params }).expect(204);
  const { free: restored } = await whileLocked(classes, id, async () => restoration());
  expect((await rowOf(id)).updatedAt.getTime()).toBeGreaterThanOrEqual(restored);
});

test('so have the classes of a school that is merged into another one', async () => {
  const other = await makeSchools(world);
  const [{ id }, { id: kept }] = [await other.created('owner', {}), await school.created('owner', {})];
  const [from, into] = [(await rowOf(id)).schoolId ?? '', (await rowOf(kept)).schoolId ?? ''];
  const sent = { token: school.tokens.admin, params: { id: into }, body: { fromId: from } };
  const { free: merged } = await whileLocked(schools, from, async () => send(world, mergeSchools, sent).expect(200));
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

describe('a new row has the time of its insert, though its transaction waited:', () => {
  type Fed = typeof classes | typeof contents | typeof lessons | typeof users;
  async function expectNew(table: Fed, id: string, since: number) {
    const [row] = await db()
      .select({ made: table.createdAt, changed: table.updatedAt })
      .from(table)
      .where(eq(table.id, id));
    expect(row?.made.getTime()).toBeGreaterThanOrEqual(since);
    expect(row?.changed).toEqual(row?.made);
  }

  test('a class', async () => {
    const { answer, free } = await whileLocked(textbooks, school.book.id, () => school.created('owner'));
    await expectNew(classes, answer.id, free);
  });

  test('a unit, and a content', async () => {
    const book = await writer.book();
    const unit = await whileLocked(textbooks, book.id, () => writer.lesson(book.id));
    await expectNew(lessons, unit.answer.id, unit.free);
    const content = await whileLocked(lessons, unit.answer.id, () => writer.content(unit.answer.id));
    await expectNew(contents, content.answer.id, content.free);
  });

  test('a member of staff', async () => {
    const id = newId();
    const values = userRules.parse({
      ...{ email: `${id}@school.test`, firstName: 'Aya', lastName: 'New', role: 'Teacher' },
      ...{ phoneNumber: null, externalId: null, username: null },
    });
    const since = await db().transaction(async (tx) => {
      const { rows } = await tx.execute<{ at: string }>(sql`select clock_timestamp() as at from pg_sleep(0.05)`);
      await insertUser(world.services, tx, {
        id,
        caller: { userId: school.people.admin.id },
        requestId: newId(),
        values,
      });
      return new Date(rows[0]?.at ?? '').getTime();
    });
    await expectNew(users, id, since);
  });
});

import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cursorsFor } from '#api/domains/webhooks/write.ts';
import { newId } from '#api/ground/db/ids.ts';
import { classes, textbooks, users } from '#api/ground/db/schema.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import * as operations from '#schema/rest/classes.ts';
import { extendClasses, setClassStatuses } from '#schema/rest/classes-at-once.ts';
import { ClassStatus, UserStatus } from '#schema/rest/enumerations.ts';
import { textBookChanges } from '#schema/rest/textbooks.ts';
import { userChanges } from '#schema/rest/users.ts';
import { setUserStatuses } from '#schema/rest/users-at-once.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { addStaff, addTextBook, makeSchools, problemOf, send, type Who } from './school.ts';

const world = keptApi();
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
});

interface Feed {
  readonly items: readonly { readonly id: string; readonly version: number }[];
  readonly deletedIds: readonly string[];
  readonly cursor: string | null;
  readonly isLast: boolean;
}

async function changes(who: Who, query: { readonly After?: string | null; readonly Size?: number } = {}) {
  const { After, Size = 100 } = query;
  const sent = { token: school.tokens[who], query: { Size, ...(After && { After }) } };
  const answer = await send(world, operations.classChanges, sent).expect(200);
  return answer.body as Feed;
}

/** Lets the changes of classes be so many seconds old, all of the same millisecond. */
const age = (ids: readonly string[], seconds = 60) =>
  world.services.db
    .update(classes)
    .set({ updatedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(inArray(classes.id, [...ids]));

afterEach(() => void vi.useRealTimers());

const idsOf = ({ items }: Feed) => items.map(({ id }) => id);

describe('the feed of classes', () => {
  test('loses no row between its pages, though all changed at once and others are deleted meanwhile', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await school.created('owner', {})).id);
    await age(made);
    const first = await changes('owner', { Size: 2 });
    expect(first).toMatchObject({ isLast: false });
    const [gone = ''] = idsOf(first);
    await send(world, operations.deleteClass, { token: school.tokens.owner, params: { id: gone } }).expect(204);
    const second = await changes('owner', { Size: 2, After: first.cursor });
    const third = await changes('owner', { Size: 2, After: second.cursor });
    expect([first, second, third].flatMap(idsOf).sort()).toEqual([...made].sort());
    expect(third.isLast).toBe(true);
    await age([gone], 40);
    const later = await changes('owner', { After: third.cursor });
    expect(later).toMatchObject({ items: [], deletedIds: [gone], isLast: true });
    expect(await changes('owner', { After: later.cursor })).toEqual({
      items: [],
      deletedIds: [],
      cursor: later.cursor,
      isLast: true,
    });
  });

  test('tells of a change again, and of a class that is back from the trash', async () => {
    const { id } = await school.created('owner', {});
    await age([id], 39);
    const { cursor } = await changes('owner');
    await send(world, operations.deleteClass, { token: school.tokens.owner, params: { id } }).expect(204);
    await send(world, restoreFromTrash, { token: school.tokens.admin, params: { kind: 'classes', id } }).expect(204);
    await age([id], 38);
    const again = await changes('owner', { After: cursor });
    expect(idsOf(again)).toEqual([id]);
    expect(again.items[0]?.version).toBeGreaterThan(1);
  });

  test('waits until no earlier change can still be on its way', async () => {
    const { cursor } = await changes('owner');
    const { id } = await school.created('owner', {});
    expect(idsOf(await changes('owner', { After: cursor }))).toEqual([]);
    await age([id], 31);
    expect(idsOf(await changes('owner', { After: cursor }))).toEqual([id]);
  });

  test('holds the caller’s own classes only', async () => {
    const { id } = await school.created('owner', {});
    await age([id]);
    expect(idsOf(await changes('otherOwner'))).not.toContain(id);
    await send(world, operations.deleteClass, { token: school.tokens.owner, params: { id } }).expect(204);
    await age([id]);
    expect((await changes('otherOwner')).deletedIds).not.toContain(id);
    await send(world, operations.classChanges, {}).expect(401);
  });

  test.each([
    ['After', 'nonsense'],
    ['After', `2026-13-45T00:00:00.000Z_${newId()}`],
    ['Size', '0'],
    ['Size', '101'],
  ])('refuses %s=%s', async (name, value) => {
    const sent = send(world, operations.classChanges, { token: school.tokens.owner, query: { [name]: value } });
    expect((await problemOf(sent, 400)).errors).toHaveProperty(name);
  });
});

test('a change has the database’s time, though the clock of the API’s host is behind', async () => {
  const token = school.tokens.owner;
  const [one, two, three] = [
    await school.created('owner'),
    await school.created('owner'),
    await school.created('owner'),
  ];
  const ids = [one.id, two.id, three.id];
  await age(ids);
  const { id: teacher } = await addStaff(world, { role: 'Teacher', invitedById: school.people.owner.id });
  await world.services.db.execute(sql`update users set updated_at = now() - interval '1 minute' where id = ${teacher}`);

  vi.useFakeTimers({ now: Date.now() - 120_000, toFake: ['Date'] });
  await school.put('owner', one).expect(200);
  await send(world, extendClasses, { token, body: { ids: [two.id], endDate: '2027-04-30' } }).expect(200);
  await send(world, setClassStatuses, { token, body: { ids: [three.id], status: ClassStatus.INACTIVE } }).expect(200);
  await send(world, setUserStatuses, { token, body: { ids: [teacher], status: UserStatus.DEACTIVATED } }).expect(200);

  const isBehind = (updatedAt: AnyPgColumn) => lt(updatedAt, sql`now() - interval '30 seconds'`);
  const { db } = world.services;
  expect(await db.$count(classes, and(inArray(classes.id, ids), isBehind(classes.updatedAt)))).toBe(0);
  expect(await db.$count(users, and(eq(users.id, teacher), isBehind(users.updatedAt)))).toBe(0);
});

test('a webhook’s first change is that of the database’s time, though the clock of the API’s host is ahead', async () => {
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] });
  const cursors = await cursorsFor(world.services.db, ['class.updated']);
  vi.useRealTimers();
  const [begin = ''] = Object.values(cursors).map((cursor) => cursor.split('_')[0]);
  expect(Math.abs(Date.parse(begin) - Date.now())).toBeLessThan(60_000);
});

test('members of staff and textbooks have their feeds too', async () => {
  const { id } = await addTextBook(world);
  await world.services.db
    .update(textbooks)
    .set({ updatedAt: sql`'2001-01-01'` })
    .where(inArray(textbooks.id, [id]));
  const books = await send(world, textBookChanges, { token: school.tokens.admin, query: { Size: 1 } }).expect(200);
  expect(books.body).toMatchObject({ items: [{ id }], cursor: `2001-01-01T00:00:00.000Z_${id}`, isLast: false });
  await send(world, textBookChanges, { token: school.tokens.teacher }).expect(403);

  const { owner } = school.people;
  await world.services.db.execute(sql`update users set updated_at = '2001-01-01' where id = ${owner.id}`);
  const people = await send(world, userChanges, { token: school.tokens.owner, query: { Size: 1 } }).expect(200);
  expect(people.body).toMatchObject({ items: [{ id: owner.id }] });
  await send(world, userChanges, { token: school.tokens.teacher }).expect(403);
});

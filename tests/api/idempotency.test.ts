import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog } from '#api/ground/db/schema.ts';
import { createClass, deleteClass } from '#schema/rest/classes.ts';
import { createContent } from '#schema/rest/contents.ts';
import { createLesson } from '#schema/rest/lessons.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { createPushAndListenItem } from '#schema/rest/push-and-listen.ts';
import { createTextBook } from '#schema/rest/textbooks.ts';
import { createUser } from '#schema/rest/users.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { makeContent, makeLesson, makeMedia, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff, problemOf, send, tokenOf } from './school.ts';

const world = keptWorld();
let token = '';
let another = '';
let bodies: Record<string, () => object>;

beforeAll(async () => {
  const { db } = world.services;
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  another = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
  const { id: textBookId } = await makeTextBook(db);
  const { id: lessonId } = await makeLesson(db, { textbookId: textBookId, position: 0 });
  const { id: contentId } = await makeContent(db, { lessonId, position: 0, type: 5 });
  const { id: audioId } = await makeMedia(db);
  const unit = { number: 1, title: 'Unit 1', name: 'Once', description: '', languageFocus: 'x', phonics: 'x' };
  const days = { startDate: '2026-04-01', endDate: '2027-03-31' };
  bodies = {
    createClass: () => ({ className: 'Once', textBookId, ...days }),
    createUser: () => ({ email: `${newId()}@school.test`, firstName: 'Once', lastName: 'Only', role: 'Teacher' }),
    createTextBook: () => ({ name: 'Once', shortCode: newId().slice(-12) }),
    createLesson: () => ({ ...unit, textBookId }),
    createContent: () => ({ type: 2, pageNumber: 1, name: 'Once', audioId, lessonId }),
    createPushAndListenItem: () => ({ name: 'Once', audioId, contentId }),
  };
});

const operations: readonly Operation[] = [
  ...[createClass, createUser, createTextBook],
  ...[createLesson, createContent, createPushAndListenItem],
];

async function created(operation: Operation, body: object, who = token): Promise<string> {
  const answer = await send(world, operation, { token: who, body }).expect(201);
  return (answer.body as { id: string }).id;
}

const bodyOf = ({ name }: Operation): object => bodies[name]?.() ?? {};

describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('creates one row for a key, which a second call answers as it is', async () => {
    const body = { ...bodyOf(operation), idempotencyKey: newId() };
    const id = await created(operation, body);
    expect(await created(operation, body)).toBe(id);
    const creations = await world.services.db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(eq(auditLog.entityId, id), eq(auditLog.action, 'create')));
    expect(creations).toHaveLength(1);
  });

  test('creates one row of ten calls at once', async () => {
    const body = { ...bodyOf(operation), idempotencyKey: newId() };
    const ids = await Promise.all(Array.from({ length: 10 }, () => created(operation, body)));
    expect(new Set(ids).size).toBe(1);
  });

  test('creates another row for another key, another person, and without a key', async () => {
    const idempotencyKey = newId();
    const ids = [
      await created(operation, { ...bodyOf(operation), idempotencyKey }),
      await created(operation, { ...bodyOf(operation), idempotencyKey }, another),
      await created(operation, { ...bodyOf(operation), idempotencyKey: newId() }),
      await created(operation, bodyOf(operation)),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  test.each(['', 'x'.repeat(201)])('refuses a key of a length that is not permitted', async (idempotencyKey) => {
    const refused = send(world, operation, { token, body: { ...bodyOf(operation), idempotencyKey } });
    expect((await problemOf(refused, 400)).errors).toHaveProperty('idempotencyKey');
  });
});

test('a refused call leaves its key free', async () => {
  const idempotencyKey = newId();
  const body = { ...bodyOf(createClass), idempotencyKey };
  await problemOf(send(world, createClass, { token, body: { ...body, className: '' } }), 400);
  await created(createClass, body);
});

test('the key of a row that was deleted creates no other', async () => {
  const body = { ...bodyOf(createClass), idempotencyKey: newId() };
  const id = await created(createClass, body);
  await send(world, deleteClass, { token, params: { id } }).expect(204);
  await problemOf(send(world, createClass, { token, body }), 404);
});

test('GraphQL takes the key in the input', async () => {
  const text = 'mutation ($input: CreateTextBookInput!) { createTextBook(input: $input) { id } }';
  const input = { ...bodyOf(createTextBook), idempotencyKey: newId() };
  const ask = () =>
    graphql<{ createTextBook: { id: string } }>(world, text, { input }, { authorization: `Bearer ${token}` });
  const [first, second] = [await ask(), await ask()];
  expect(first.errors).toBeUndefined();
  expect(second).toEqual(first);
});

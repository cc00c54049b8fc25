import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { createTextBook } from '#schema/rest/textbooks.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { badFiles } from './samples/bad-files.ts';
import { badCalls, fieldsOfCall } from './samples/bad-input.ts';
import { callerKinds } from './samples/caller-kinds.ts';
import { makePlace, type Place, sharedTokens } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { specialCalls } from './samples/special-calls.ts';
import { problemOf, send } from './school.ts';

// What an operation does for whom, and with rows of which school: tests/gateway/access-matrix.test.ts.

const world = keptApi();
let place: Place;
let tokenFor: ReturnType<typeof sharedTokens>;
let cases = 0;

beforeAll(async () => {
  place = await makePlace(world);
  tokenFor = sharedTokens(place);
});
afterAll(async () => {
  process.stdout.write(`${contract.length} operations, ${cases} cases\n`);
});

// A path may also hold what is no id, such as a reaction's type.
const isId = (value: string): boolean => idForm.safeParse(value).success;

async function callOf(operation: Operation, caller: CallerKind) {
  const sample = await rightCall(operation, place, caller);
  cases += 1;
  return { token: await tokenFor(caller), ...sample };
}

test('every call that is not made from the contract alone has its operation', () => {
  expect(contract.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(specialCalls)));
});

test.each([
  ['an id without its entity', z.object({ shelfId: idForm }), 'body.shelfId'],
  ['a text with a form of its own', z.object({ isbn: z.string().regex(/^\d{13}$/) }), 'body.isbn'],
])('a call that the contract does not tell fails with what to declare: %s', async (_, body, path) => {
  const call = rightCall({ ...createTextBook, body }, place, 'Administrator');
  await expect(call).rejects.toThrow(new RegExp(`${path} .*Say in the contract .*idOf\\('class'\\)`));
});

describe.each(contract.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const [first = 'Nobody'] = callerKinds.filter((caller) => mayCall(caller, operation.access));
  test('names each field that is wrong', async () => {
    const right = await callOf(operation, first);
    const bad = badCalls(operation, right);
    expect(bad.map(({ field }) => field)).toEqual(fieldsOfCall(operation));
    for (const { field, sample } of bad) {
      cases += 1;
      const { errors } = await problemOf(send(world, operation, sample), 400);
      expect(
        Object.keys(errors ?? {}).map((name) => name.split('.')[0]),
        field,
      ).toContain(field);
    }
  });

  if (operation.form?.files)
    test('says what is wrong with each file', async () => {
      const bad = await badFiles(operation, await callOf(operation, first));
      expect(bad.length).toBeGreaterThanOrEqual(Object.keys(operation.form?.files ?? {}).length * 2 + 2);
      for (const { title, field, status, sample } of bad) {
        cases += 1;
        const { messageKey, errors } = await problemOf(send(world, operation, { ...sample }), status);
        if (status !== 415) expect(Object.keys(errors ?? {}), title).toContain(field);
        expect(messageKey, title).toMatch(/^messages\./);
      }
    });

  if (!operation.path.includes('{') || operation.access.kind === 'anyone') return;
  test('answers an id that nobody has with 404', async () => {
    const right = await callOf(operation, first);
    const entries = Object.entries(right.params ?? {});
    const params = Object.fromEntries(entries.map(([name, value]) => [name, isId(value) ? newId() : value]));
    await problemOf(send(world, operation, { ...right, params }), 404);
  });
});

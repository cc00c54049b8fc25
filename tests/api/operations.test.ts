import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { id as idForm } from '#schema/rest/values.ts';
import { newId } from '#api/db/ids.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { badFiles } from './samples/bad-files.ts';
import { badCalls, fieldsOfCall } from './samples/bad-input.ts';
import { foreignIds, type Outcome } from './samples/foreign-ids.ts';
import { idFieldsOf, withId } from './samples/id-fields.ts';
import { makePlace, type Place, tokenFor } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { specialCalls } from './samples/special-calls.ts';
import { problemOf, send } from './school.ts';

const callers: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];
const scoped: readonly CallerKind[] = ['SchoolOwner', 'Teacher', 'Student'];

const world = keptApi();
let place: Place;
let cases = 0;

beforeAll(async () => {
  place = await makePlace(world);
});
afterAll(async () => {
  process.stdout.write(`${contract.length} operations, ${cases} cases\n`);
});

// A path may also hold what is no id, such as a reaction's type.
const isId = (value: string): boolean => idForm.safeParse(value).success;

async function callOf(operation: Operation, caller: CallerKind) {
  const sample = await rightCall(operation, place, caller);
  cases += 1;
  return { token: await tokenFor(place, caller), ...sample };
}

test('every call that is not made from the contract alone has its operation', () => {
  expect(contract.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(specialCalls)));
});

test('every field for an id outside a path is in tests/api/samples/foreign-ids, and nothing else is', () => {
  const told = Object.entries(foreignIds).flatMap(([name, ids]) => Object.keys(ids).map((id) => `${name}.${id}`));
  const taken = contract.flatMap((each) => idFieldsOf(each).map(({ name }) => `${each.name}.${name}`));
  expect(told.sort()).toEqual(taken.sort());
});

/** The answer to a call whose id leads nowhere for its caller. */
async function expectOutcome(sent: ReturnType<typeof send>, outcome: Outcome, field: string) {
  cases += 1;
  if (typeof outcome === 'number') {
    const { errors } = await problemOf(sent, outcome);
    if (outcome === 400) expect(Object.keys(errors ?? {}).map((name) => name.split('.')[0])).toContain(field);
    return;
  }
  const { status, body } = (await sent) as { status: number; body: unknown };
  expect([200, 201, 202, 204], JSON.stringify(body)).toContain(status);
  if (outcome === 'each') expect(body).toMatchObject({ results: [{ messageKey: 'messages.notFound' }] });
  if (outcome === 'nothing') expect(Array.isArray(body) ? body : (body as { items: unknown }).items).toEqual([]);
}

describe.each(contract.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  const allowed = callers.filter((caller) => mayCall(caller, operation.access));
  const refused = callers.filter((caller) => !allowed.includes(caller));

  test.each(allowed)('does its work for %s', async (caller) => {
    const response = await send(world, operation, await callOf(operation, caller));
    expect([200, 201, 202, 204], JSON.stringify(response.body)).toContain(response.status);
    if (operation.response && !operation.file)
      expect(operation.response.safeParse(response.body).error).toBeUndefined();
  });

  test.each(refused)('refuses the right call of %s', async (caller) => {
    const right = await callOf(operation, caller);
    const call = { ...right, token: await tokenFor(place, caller) };
    await problemOf(send(world, operation, call), caller === 'Nobody' ? 401 : 403);
  });

  const [first = 'Nobody'] = allowed;
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

  for (const field of idFieldsOf(operation)) {
    const { unknown, another } = foreignIds[operation.name]?.[field.name] ?? {};
    if (unknown === undefined) continue;
    test(`answers an id in ${field.name} that nobody has as one that is not there`, async () => {
      const sample = withId(operation, await callOf(operation, first), field, newId());
      await expectOutcome(send(world, operation, sample), unknown, field.name);
    });

    const others = callers.filter((caller) => scoped.includes(caller) && mayCall(caller, operation.access));
    const trying = others.length > 0 ? others : [first];
    test.each(another ? trying : [])(`hides another’s id in ${field.name} from %s`, async (caller) => {
      if (!another) return;
      const id = await another.id(place, caller);
      const sample = withId(operation, await callOf(operation, caller), field, id);
      await expectOutcome(send(world, operation, sample), another.outcome, field.name);
    });
  }

  if (!operation.path.includes('{') || operation.access.kind === 'anyone') return;
  test.each(allowed.filter((caller) => scoped.includes(caller)))('hides another’s id from %s', async (caller) => {
    const right = await callOf(operation, caller);
    await problemOf(send(world, operation, { ...right, token: await tokenFor(place, caller, 'other') }), 404);
  });

  test('answers an id that nobody has with 404', async () => {
    const right = await callOf(operation, first);
    const entries = Object.entries(right.params ?? {});
    const params = Object.fromEntries(entries.map(([name, value]) => [name, isId(value) ? newId() : value]));
    await problemOf(send(world, operation, { ...right, params }), 404);
  });
});

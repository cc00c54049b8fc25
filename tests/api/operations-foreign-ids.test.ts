import { beforeAll, expect, test } from 'vitest';
import { type CallerKind, mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { callerKinds } from './samples/caller-kinds.ts';
import { callersWithForeignId, outcomeOf } from './samples/foreign-ids.ts';
import { type IdField, idFieldsOf, withId } from './samples/id-fields.ts';
import { makePlace, type Place, sharedTokens } from './samples/place.ts';
import { rightCall } from './samples/samples.ts';
import { makeScene } from './samples/scene.ts';
import { send } from './school.ts';

const world = keptApi();
let place: Place;
let tokenFor: ReturnType<typeof sharedTokens>;

beforeAll(async () => {
  place = await makePlace(world);
  tokenFor = sharedTokens(place);
});

interface Foreign {
  readonly operation: Operation;
  readonly field: IdField;
}

async function outcomeWith({ operation, field }: Foreign, caller: CallerKind, id: string): Promise<string> {
  const call = { token: await tokenFor(caller), ...(await rightCall(operation, place, caller)) };
  return outcomeOf(await send(world, operation, withId(call, field, id)), field, id);
}

async function another({ operation, field: { entity } }: Foreign, caller: CallerKind): Promise<string> {
  if (!entity || !mayCall(caller, operation.access)) throw new Error('nobody else has such an id');
  const row: object = await makeScene({ place, caller, school: 'other' })[entity]();
  if (!('id' in row) || typeof row.id !== 'string') throw new Error(`a row of ${entity} has no id`);
  return row.id;
}

const cases = contract.flatMap((operation) =>
  idFieldsOf(operation).map((field) => [`${operation.name}.${field.name}`, { operation, field }] as const),
);
const lines: string[] = [];

test.each(cases)('%s passes over an id that nobody has, or that is not the caller’s affair', async (name, foreign) => {
  const { operation, field } = foreign;
  const [first = 'Nobody'] = callerKinds.filter((caller) => mayCall(caller, operation.access));
  const unknown = await outcomeWith(foreign, first, newId());

  const others = new Map<string, CallerKind[]>();
  for (const caller of callersWithForeignId(operation, field)) {
    const outcome = await outcomeWith(foreign, caller, await another(foreign, caller));
    others.set(outcome, [...(others.get(outcome) ?? []), caller]);
  }
  const outcomes = [...others].map(
    ([outcome, callers]) => `${others.size > 1 ? `${callers.join(', ')} ` : ''}${outcome}`,
  );
  lines.push(
    [`${name}: unknown ${unknown}`, ...(outcomes.length > 0 ? [`another’s ${outcomes.join(', ')}`] : [])].join('; '),
  );
});

test('every id outside a path is answered as it was looked at last', async () => {
  // A new field's line is written by `npm test -- tests/api/operations-foreign --update`, and read before it is kept.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('foreign-ids.txt');
});

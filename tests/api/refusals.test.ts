import { beforeAll, expect, test } from 'vitest';
import { mayCall } from '#schema/access.ts';
import { contract } from '#schema/rest/contract.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { callerKinds } from './samples/caller-kinds.ts';
import { describe as describeSchema, present, schemaOf, type Described } from './samples/described.ts';
import { makePlace, type Place, tokenFor } from './samples/place.ts';
import { type Sent, send } from './school.ts';

const secret = 'himitsu-1234';
const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

/** The secret wherever a value is sent. */
function secretOf(described: Described, leaf: unknown): unknown {
  const { type, items, properties } = present(described);
  if (type === 'array') return [secretOf(items ?? {}, leaf)];
  if (type !== 'object' || !properties) return leaf;
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, secretOf(inner, leaf)]));
}

/** Calls that hold the secret as text, as values of other types, and in the place of what holds values. */
function callsOf(operation: Operation): Sent[] {
  const { query, body, form } = operation;
  const filled = (part: 'query' | 'body' | 'fields', leaf: unknown) => {
    const schema = schemaOf(operation, part);
    return schema && secretOf(describeSchema(schema), leaf);
  };
  const bodies = body ? [secret, { a: [secret] }].map((leaf) => filled('body', leaf)) : [];
  const inQuery = query ? [{ query: filled('query', secret) as Record<string, unknown> }] : [];
  const inForm = form ? [{ fields: filled('fields', secret) as Record<string, string> }] : [];
  const params = Object.fromEntries(Object.keys(operation.params?.shape ?? {}).map((name) => [name, secret]));
  return [
    ...bodies.map((one) => ({ body: one })),
    ...(body ? [{ body: [secret] }] : []),
    ...inQuery,
    ...inForm,
    { params },
  ];
}

const writes = contract.filter(({ method }) => method !== 'GET');

test.each(writes.map((operation) => [operation.name, operation] as const))(
  'a value that was sent stands in no refusal of %s',
  async (_, operation) => {
    const caller = callerKinds.find((one) => mayCall(one, operation.access)) ?? 'Nobody';
    const token = await tokenFor(place, caller);
    for (const call of callsOf(operation)) {
      const { status, text } = await send(world, operation, { ...call, ...(token && { token }) });
      // `instance` is the address of the call, which holds ids alone.
      const said = text.replace(/"instance":"[^"]*"/, '');
      if (status >= 400) expect(`${status} ${said}`, JSON.stringify(call)).not.toContain('himitsu');
      expect(status, JSON.stringify(call)).toBeLessThan(500);
    }
  },
);

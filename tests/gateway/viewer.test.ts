import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeKey } from '#tests/api/key-ring.ts';
import { aProfile, makePlace, type Place } from '#tests/api/samples/place.ts';
import { tokenOf } from '#tests/api/school.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { firstError, startGateway } from './start-gateway.ts';

const world = keptApi();
let place: Place;

beforeAll(async () => {
  place = await makePlace(world);
});

const query = `{ viewer {
  kind role user { id firstName lastName } profile { id name animal }
  apiKey { id scopes owner { id } } costLeft { limit remaining resetsInSeconds }
} }`;
const nothing = { role: null, user: null, profile: null, apiKey: null, costLeft: null };

/** The answer, and the calls of /api behind it beside admission. */
async function ask(token?: string) {
  const gateway = await startGateway({ url: world.apiUrl }, { freeOperations: 'staff' });
  const sending = request(gateway.url).post('/graphql');
  if (token !== undefined) void sending.set('authorization', `Bearer ${token}`);
  const answered = await sending.send({ query }).expect(200);
  const logged = z.looseObject({ msg: z.string(), operation: z.string().optional() });
  const calls = gateway.lines
    .map((line) => logged.parse(JSON.parse(line)))
    .filter(({ msg, operation }) => msg === 'call' && operation !== 'admission');
  return { body: answered.body as object, calls: calls.map(({ operation }) => operation) };
}

test('is a person, with their role, by one call', async () => {
  for (const role of ['Teacher', 'Administrator'] as const) {
    const { id, firstName, lastName } = place.own[role];
    const { body, calls } = await ask(await tokenOf(world, place.own[role]));
    const viewer = { ...nothing, kind: 'PERSON', role: role.toUpperCase(), user: { id, firstName, lastName } };
    expect(body).toMatchObject({ data: { viewer } });
    expect(calls).toEqual(['viewer']);
  }
});

test('is a child, by the profile alone', async () => {
  const { token, id, name } = await aProfile(place);
  const { body, calls } = await ask(token);
  expect(body).toEqual({
    data: { viewer: { ...nothing, kind: 'PROFILE', profile: { id, name, animal: 'FOX' } } },
  });
  expect(calls).toEqual(['viewer']);
});

test('is an API key, with its owner’s role, its scopes and what is left of its minute', async () => {
  const owner = place.own.Administrator;
  const { key, id } = await makeKey(world, { owner, scopes: ['Class:read', 'Report:read'] });
  const { body, calls } = await ask(key);
  const { firstName, lastName } = owner;
  expect(body).toMatchObject({
    data: {
      viewer: {
        kind: 'API_KEY',
        role: 'ADMINISTRATOR',
        user: { id: owner.id, firstName, lastName },
        profile: null,
        apiKey: { id, scopes: ['CLASS_READ', 'REPORT_READ'], owner: { id: owner.id } },
      },
    },
  });
  expect(calls).toEqual(['viewer']);
  // The cost that the answer's extensions tell.
  const cost = z.object({ limit: z.int(), remaining: z.int(), resetsInSeconds: z.int() });
  const answer = z.object({
    data: z.object({ viewer: z.object({ costLeft: cost }) }),
    extensions: z.object({ cost }),
  });
  const { data, extensions } = answer.parse(body);
  const { limit, remaining } = data.viewer.costLeft;
  expect({ limit, remaining }).toEqual({ limit: extensions.cost.limit, remaining: extensions.cost.remaining });
  expect(remaining).toBeLessThan(limit);
});

test('is null for a stranger, without an error, and with a token that is over or forged', async () => {
  for (const token of [undefined, 'old', 'a.b.c'])
    expect(await ask(token)).toEqual({ body: { data: { viewer: null } }, calls: ['viewer'] });
});

test('is no way around the door for what stands beside it', async () => {
  const gateway = await startGateway({ url: world.apiUrl }, { freeOperations: 'staff' });
  const answered = await gateway.graphql('{ viewer { kind } allClasses { id } }').expect(401);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

test('of an API key that does not work is an error', async () => {
  const { body } = await ask(`mbk_${'x'.repeat(43)}`);
  expect(body).toMatchObject({ data: { viewer: null } });
  expect(firstError(body)).toMatchObject({
    extensions: { code: 'UNAUTHENTICATED', messageKey: 'messages.apiKeyUnknown' },
  });
});

import { describe, expect, test } from 'vitest';
import request from 'supertest';
import { makeKey } from '#tests/api/key-ring.ts';
import { ownWorld } from '#tests/support/world.ts';
import type { StandInCall } from './stand-in.ts';
import { oneConnection } from './one-connection.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';
import { uploadCover, uploadForm } from './upload-form.ts';

const names = '{ allClasses { className } }';
const isAdmission = ({ path }: StandInCall) => path === '/api/Auth/admission';
const staff = { kind: 'staff', allowance: null };

/** A gateway that asks who sends, before an /api that admits as it is told. */
async function guarded(admit: Parameters<typeof startStandIn>[0]) {
  const api = await startStandIn((call, response, number) =>
    isAdmission(call) ? admit(call, response, number) : json(response, []),
  );
  const gateway = await startGateway(api, { freeOperations: 'staff' });
  const ask = (query: string, token = 'staff') => gateway.graphql(query).set('authorization', `Bearer ${token}`);
  return { api, gateway, ask };
}

describe('the question whether an operation may be carried out', () => {
  test('is asked once an operation, before all else, with its cost and its sender’s token', async () => {
    const { api, ask } = await guarded((_, response) => json(response, staff));
    await ask('{ allClasses { className } newClassCode }').expect(200);
    expect(api.calls.map(({ path }) => path)).toEqual([
      '/api/Auth/admission',
      '/api/Class/all',
      '/api/Class/get-class-code',
    ]);
    expect(api.calls[0]).toMatchObject({
      method: 'POST',
      body: '{"cost":52}',
      headers: { authorization: 'Bearer staff' },
    });
  });

  test('is not asked for signing in, for what is wrong in its form, or for nobody', async () => {
    const { api, gateway, ask } = await guarded((_, response) => problem(response, 500));
    await gateway.graphql('{ __typename }').expect(200);
    await ask('{ allClasses {').expect(400);
    await gateway.graphql(names).expect(401);
    expect(api.calls).toEqual([]);
  });

  test('costs nothing of the calls that an operation may cause', async () => {
    const { ask } = await guarded((_, response) => json(response, staff));
    const answered = await ask(`{ ${Array.from({ length: 10 }, (_, index) => `a${index}: newClassCode`).join(' ')} }`);
    expect(answered.status).toBe(200);
  });

  test('is asked with 0 for what costs too much, which then is not carried out', async () => {
    const { api, ask } = await guarded((_, response) => json(response, staff));
    const answered = await ask('{ classes(page: { size: 5000 }) { items { id } } }').expect(400);
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    expect(answered.body).toMatchObject({ extensions: { cost: { requested: 5_002, maximum: 1_000 } } });
    expect(api.calls.map(({ body }) => body)).toEqual(['{"cost":0}']);
  });

  test.each([
    [502, 'BAD_GATEWAY', 200],
    [500, 'INTERNAL_SERVER_ERROR', 500],
    [503, 'SERVICE_UNAVAILABLE', 503],
    [403, 'FORBIDDEN', 403],
  ])('answers %i %s when nobody can say, and carries nothing out', async (status, code, said) => {
    const { api, ask } = await guarded((_, response) =>
      said === 200 ? response.end('<html>') : problem(response, said),
    );
    const answered = await ask(names).expect(status);
    expect(firstError(answered.body)).toMatchObject({
      extensions: { code, status, requestId: expect.any(String) as unknown },
    });
    expect(api.calls.every(isAdmission)).toBe(true);
  });

  test('passes on that a key has spent its minute, with when to come back', async () => {
    const { api, ask } = await guarded((_, response) => problem(response, 429, {}, { 'retry-after': '17' }));
    const answered = await ask(names, 'mbk_x').expect(429);
    expect(answered.headers['retry-after']).toBe('17');
    expect(firstError(answered.body)).toMatchObject({
      extensions: { code: 'RATE_LIMITED', status: 429, retryAfter: 17 },
    });
    expect(api.calls).toHaveLength(1);
  });
});

test('where everyone may send operations, a key is charged all the same, and nobody else asked for', async () => {
  const allowance = { limit: 100, remaining: 49, resetsInSeconds: 60 };
  const api = await startStandIn((call, response) =>
    json(response, isAdmission(call) ? { kind: 'apiKey', allowance } : []),
  );
  const gateway = await startGateway(api);
  const answered = await gateway.graphql(names).set('authorization', 'Bearer mbk_x').expect(200);
  expect(answered.body).toMatchObject({ extensions: { cost: { requested: 51, maximum: 1_000, ...allowance } } });
  await gateway.graphql(names).set('authorization', 'Bearer staff').expect(200);
  await gateway.graphql(names).expect(200);
  expect(api.calls.filter(isAdmission)).toHaveLength(1);
});

test('a refused upload leaves its connection usable', async () => {
  const { gateway } = await guarded((_, response) => json(response, staff));
  const form = new Response(uploadForm({ query: uploadCover, files: { file: { content: Buffer.alloc(400_000) } } }));
  const headers = { 'content-type': form.headers.get('content-type') ?? '', 'apollo-require-preflight': 'true' };
  const sending = { headers, body: Buffer.from(await form.arrayBuffer()) };
  const connection = oneConnection(gateway.url);
  for (let round = 0; round < 3; round += 1)
    expect(firstError(await connection.ask(sending))).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

describe('an API key', () => {
  const world = ownWorld({ gateway: { freeOperations: 'staff' }, api: { apiKeyCostPerMinute: 120 } });

  test('is charged by cost, told what is left, and refused when that is not enough', async () => {
    const { key } = await makeKey(world);
    const ask = () => request(world.url).post('/graphql').set('authorization', `Bearer ${key}`).send({ query: names });
    const cost = { requested: 51, maximum: 1_000, limit: 120 };
    expect((await ask().expect(200)).body).toMatchObject({
      data: {},
      extensions: { cost: { ...cost, remaining: 69 } },
    });
    expect((await ask().expect(200)).body).toMatchObject({
      data: {},
      extensions: { cost: { ...cost, remaining: 18 } },
    });
    const refused = await ask().expect(429);
    expect(firstError(refused.body)).toMatchObject({
      extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) as unknown },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('is not served what is outside its scopes', async () => {
    const { key } = await makeKey(world, { scopes: ['User:read'] });
    const answered = await request(world.url)
      .post('/graphql')
      .set('authorization', `Bearer ${key}`)
      .send({ query: names });
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });
});

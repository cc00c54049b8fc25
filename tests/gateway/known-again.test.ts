import { describe, expect, test } from 'vitest';
import request from 'supertest';
import type { Context } from '#gateway/context.ts';
import { loadSchema } from '#gateway/graphql/schema.ts';
import { persistedOperations } from '#gateway/manifest.generated.ts';
import { createExecutor } from '#gateway/pipeline/execute.ts';
import { frozen } from '#gateway/rest/read-json.ts';
import type { StandInCall } from './stand-in.ts';
import { json, problem, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

// The first request of an operation compiles it; later requests use the compiled code.

const teachers = [{ id: 'a', firstName: 'Hanako', lastName: '田中' }];
const accepted = 'application/graphql-response+json,application/json;q=0.9';

async function standing(answer: Parameters<typeof startStandIn>[0]) {
  const api = await startStandIn(answer);
  const gateway = await startGateway(api, { freeOperations: 'staff' });
  const send = (name: string, variables?: object, headers: Record<string, string> = {}) => {
    const hash = persistedOperations.find((operation) => operation.name === name)?.hash;
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
    return request(gateway.url)
      .post('/graphql')
      .set({ accept: accepted, ...headers })
      .send({ operationName: name, variables, extensions });
  };
  return { api, gateway, send };
}

const told = ({ status, headers, body }: Awaited<ReturnType<Awaited<ReturnType<typeof standing>>['send']>>) => {
  // These headers depend on time and request.
  const { date, 'x-request-id': requestId, ...rest } = headers;
  expect([date, requestId]).not.toContain(undefined);
  const text = JSON.stringify(body).replaceAll(String(requestId), '');
  return { status, headers: { ...rest, 'content-length': Buffer.byteLength(JSON.stringify(body)) }, text };
};

const faults: Record<string, Parameters<typeof startStandIn>[0]> = {
  'a whole answer': (_, response) => json(response, teachers),
  'an empty list': (_, response) => json(response, []),
  'a problem': (_, response) => problem(response, 409, { detail: 'Taken.' }),
  'a page in the place of an answer': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<'),
  'an answer that lacks a promised field': (_, response) => json(response, [{ id: 'a' }]),
};

describe('what an operation of the web app is answered for the second and the third time', () => {
  test.each(Object.entries(faults))('is what it was the first time: %s', async (_, answer) => {
    const { api, send } = await standing(answer);
    const [first, second, third] = [
      await send('SchoolAdministrators'),
      await send('SchoolAdministrators'),
      await send('SchoolAdministrators'),
    ];
    expect(told(second)).toEqual(told(first));
    expect(told(third)).toEqual(told(first));
    expect(api.calls).toHaveLength(3);
  });

  test('says so where a variable is missing, of another type, or the client takes none of our types', async () => {
    const { api, send } = await standing((_, response) => json(response, {}));
    await send('ClassPage', { hashCode: 'q3Jx0mTnUw2cVbYk8LhZfA' });
    const before = api.calls.length;
    expect(before).toBe(2);
    for (const variables of [undefined, { hashCode: 7 }, { hashCode: null }]) {
      const answered = await send('ClassPage', variables).expect(400);
      expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
    }
    await send('ClassPage', { hashCode: 'q3Jx0mTnUw2cVbYk8LhZfA' }, { accept: 'text/css' }).expect(406);
  });

  test('is that of the variables it came with', async () => {
    const { api, send } = await standing((_, response) => json(response, {}));
    const codes = [
      'q3Jx0mTnUw2cVbYk8LhZfA',
      'Zr5cYx2H1mQkWb7uVt9aJf',
      'q3Jx0mTnUw2cVbYk8LhZfA',
      'Zr5cYx2H1mQkWb7uVt9aJf',
    ];
    for (const hashCode of codes) {
      api.calls.length = 0;
      await send('ClassPage', { hashCode });
      expect(api.calls.map(({ path }) => path.includes(hashCode))).toEqual([true, true]);
    }
  });

  test('says so where a number is too large for one, though null has been taken in its place', async () => {
    const { gateway, send } = await standing((_, response) => json(response, teachers));
    const hash = persistedOperations.find(({ name }) => name === 'Teachers')?.hash;
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } });
    for (let time = 0; time < 3; time += 1) {
      await send('Teachers', { ids: null }).expect(200);
      const answered = await request(gateway.url)
        .post('/graphql')
        .set({ accept: accepted, 'content-type': 'application/json' })
        .send(`{"operationName":"Teachers","variables":{"ids":1e400},"extensions":${extensions}}`)
        .expect(400);
      expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
    }
  });

  test('is packed for who asks for it, the first time and ever after', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ ...teachers[0], id: String(at) }));
    const { send } = await standing((_, response) => json(response, many));
    for (const encoding of ['gzip', 'br', 'gzip', 'br', 'gzip', 'br']) {
      const answered = await send('SchoolAdministrators', undefined, { 'accept-encoding': encoding });
      expect(answered.headers['content-encoding']).toBe(encoding);
      if (encoding === 'gzip') expect(answered.body).toMatchObject({ data: { allSchoolAdministrators: many } });
    }
  });

  test('is logged under its name, and refused errors with their request’s id', async () => {
    const { gateway, send } = await standing((_, response) => problem(response, 403));
    await send('SchoolAdministrators');
    const answered = await send('SchoolAdministrators');
    const requestId = answered.headers['x-request-id'];
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'FORBIDDEN', requestId } });
    await expect
      .poll(() => gateway.lines.filter((line) => line.includes('"operation":"SchoolAdministrators"')))
      .toHaveLength(2);
  });

  test('is each caller’s own, whatever another was answered before', async () => {
    const named = ({ headers }: StandInCall) => [{ ...teachers[0], id: 'x', firstName: headers.authorization }];
    const { api, send } = await standing((call, response) => json(response, named(call)));
    for (const who of ['Bearer one', 'Bearer two', 'Bearer one', 'Bearer two', 'Bearer one']) {
      const answered = await send('SchoolAdministrators', undefined, { authorization: who });
      expect(answered.body).toMatchObject({ data: { allSchoolAdministrators: [{ firstName: who }] } });
    }
    expect(api.calls.map(({ headers }) => headers.authorization?.at(-1))).toEqual(['e', 'o', 'e', 'o', 'e']);
  });
});

// No operation of the web app selects an edge, and only those reach the executor's cache.
test.each([
  ['an edge', 'class(id: "a") { id students { items { id } } }'],
  ['an edge in a fragment', 'class(id: "a") { id ...Rows } } fragment Rows on Class { students { items { id } }'],
  ['an edge of another type', 'user(id: "a") { id ... on User { classes { items { id } } } }'],
])('rows below %s are each caller’s own, though equal bytes came for the field above', async (_, fields) => {
  const { run } = createExecutor(loadSchema('.'));
  const text = `{ ${fields} }`;
  const above = frozen({ id: 'a' });
  const askedBy = async (who: string): Promise<string> => {
    const send = async ({ name }: { readonly name: string }) =>
      ['class', 'user'].includes(name) ? above : { items: [{ id: who }], totalCount: 1 };
    const context = { client: { send }, resolved: new Map() } as unknown as Context;
    return String(await run({ operation: { hash: text, name: '', text }, variables: {} }, context));
  };
  for (const who of ['one', 'two', 'one']) expect(await askedBy(who)).toContain(`"items":[{"id":"${who}"}]`);
});

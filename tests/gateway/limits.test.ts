import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import request from 'supertest';
import { withinLimits } from '#gateway/limits/operation-limits.ts';
import { readSettings } from '#gateway/settings.ts';
import { json, startStandIn } from './stand-in.ts';
import { firstError, startGateway } from './start-gateway.ts';

const login = 'login(input: { email: "a", password: "b" }) { userId }';
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

async function quietGateway() {
  const api = await startStandIn((_, response) => json(response, []));
  return { api, gateway: await startGateway(api) };
}

const refused: Record<string, string> = {
  'more than 1,000 tokens': `{ allTeachers { ${times(1_000, () => 'id')} } }`,
  'more than 15 aliases': `{ allTeachers { ${times(16, (index) => `a${index}: id`)} } }`,
  'aliases multiplied by fragments': `{ allTeachers { ...A ...A ...A ...A } } fragment A on User { a: id b: id c: id d: id }`,
  'more than 10 fields at the root': `{ ${times(11, (index) => `a${index}: visitorAddress`)} }`,
  'root fields hidden in fragments': `{ ...A ...B } fragment A on Query { ${times(6, (index) => `a${index}: visitorAddress`)} }
    fragment B on Query { ${times(6, (index) => `b${index}: visitorAddress`)} }`,
  'two logins under aliases': `mutation { one: ${login} two: ${login} }`,
  'login beside refreshToken': `mutation { ${login} refreshToken(refreshToken: "x") { userId } }`,
  'a kind that the schema does not have': 'subscription { __typename }',
  'two logins by way of a fragment': `mutation { one: ${login} ...F } fragment F on Mutation { ... on Mutation { two: ${login} } }`,
};

for (const [what, query] of Object.entries(refused)) {
  test(`an operation with ${what} is refused with status 400 before any call`, async () => {
    const { api, gateway } = await quietGateway();
    const answered = await gateway.graphql(query).expect(400);
    expect(firstError(answered.body)).toMatchObject({ extensions: { status: 400, messageKey: 'messages.badRequest' } });
    expect(api.calls).toEqual([]);
  });
}

test('more than 10 levels are refused, those inside fragments counted; inline fragments are no levels', () => {
  const deepSchema = buildSchema('type Query { down: Query leaf: Int }');
  const faults = (text: string) => validate(deepSchema, parse(text), [withinLimits]).length;
  const down = (levels: number, end: string): string => (levels === 0 ? end : `down { ${down(levels - 1, end)} }`);
  const inline = (levels: number, end: string): string => (levels === 0 ? end : `... { ${inline(levels - 1, end)} }`);
  expect(faults(`{ ${down(9, 'leaf')} }`)).toBe(0);
  expect(faults(`{ ${down(10, 'leaf')} }`)).toBe(1);
  expect(faults(`{ ${down(5, '...F')} } fragment F on Query { ${down(5, 'leaf')} }`)).toBe(1);
  expect(faults(`{ ${inline(20, 'leaf')} }`)).toBe(0);
});

test('introspection, which is deeper, passes, unless it asks for the same again and again', async () => {
  const { gateway } = await quietGateway();
  await gateway.graphql(getIntrospectionQuery()).expect(200);
  const again = (part: string) => times(6, (index) => `a${index}: ${part}`);
  const fragments = `fragment T on __Type { ${again('fields { ...F }')} } fragment F on __Field { ${again('name')} }`;
  for (const root of ['__schema { types { ...T } }', '__type(name: "User") { ...T }']) {
    const answered = await gateway.graphql(`{ ${root} } ${fragments}`).expect(400);
    expect(firstError(answered.body)).toMatchObject({ extensions: { messageKey: 'messages.badRequest' } });
  }
});

test('a fragment bomb is refused at once', async () => {
  const { gateway } = await quietGateway();
  const fragments = times(
    20,
    (index) => `fragment F${index} on User { ...F${index + 1} ...F${index + 1} ...F${index + 1} }`,
  );
  const start = performance.now();
  await gateway.graphql(`{ allTeachers { ...F0 } } ${fragments} fragment F20 on User { id }`).expect(400);
  expect(performance.now() - start).toBeLessThan(20_000);
});

test('fragments that contain each other are refused', async () => {
  const { gateway } = await quietGateway();
  await gateway.graphql('{ allTeachers { ...A } } fragment A on User { ...B } fragment B on User { ...A }').expect(400);
});

test('several operations in one request are refused', async () => {
  const { gateway } = await quietGateway();
  await request(gateway.url)
    .post('/graphql')
    .send([{ query: '{ visitorAddress }' }, { query: '{ visitorAddress }' }])
    .expect(400);
});

test('a body over 100 KB is refused with 413 in GraphQL shape', async () => {
  const { gateway } = await quietGateway();
  const answered = await gateway.graphql(`{ visitorAddress } #${'x'.repeat(101 * 1024)}`).expect(413);
  expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'PAYLOAD_TOO_LARGE', status: 413 } });
});

test('in production a typing error names no field of the schema', async () => {
  const api = await startStandIn((_, response) => json(response, []));
  const gateway = await startGateway(api, {
    ...readSettings({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      API_URL: api.url,
      FREE_OPERATIONS: 'everyone',
    }),
  });
  const answered = await gateway.graphql('{ allTeacher { id } }').expect(400);
  expect(answered.text).not.toContain('allTeachers');
});

test('a form of another site can send nothing', async () => {
  const { api, gateway } = await quietGateway();
  await request(gateway.url).post('/graphql').type('text/plain').send('{"query":"{ visitorAddress }"}').expect(400);
  await request(gateway.url).post('/graphql').type('form').send({ query: 'mutation { logout }' }).expect(400);
  await request(gateway.url).get('/graphql').query({ query: '{ visitorAddress }' }).expect(400);
  await request(gateway.url)
    .get('/graphql')
    .set('apollo-require-preflight', '1')
    .query({ query: 'mutation { logout }' })
    .expect(405)
    .expect(({ body }) =>
      expect(firstError(body)).toMatchObject({ extensions: { status: 405, messageKey: 'messages.methodNotAllowed' } }),
    );
  expect(api.calls).toEqual([]);
});

test.each([
  ['a member of an argument', 'query ($x: Int) { classes(page: { size: $x }) { totalCount } }', { x: null }],
  ['an argument', 'query ($x: Language) { exportUsers(language: $x) { url } }', { x: null }],
  ['a condition', 'query ($x: Boolean = true) { visitorAddress @include(if: $x) }', { x: null }],
])(
  'a null that comes by a variable into %s that takes none is the fault of its sender',
  async (_, query, variables) => {
    const { api, gateway } = await quietGateway();
    const answered = await request(gateway.url).post('/graphql').send({ query, variables });
    expect(firstError(answered.body)).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', status: 400 } });
    expect(api.calls).toEqual([]);
    expect(gateway.lines.join('')).not.toContain('masked error');
  },
);

test('a text that graphql-jit would run as code stays a text', async () => {
  const { gateway } = await quietGateway();
  const text = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d(globalThis.isRun = true)';
  for (const query of [`{ allTeachers(search: "${text}") { id } }`, `{ passwordLink(token: "${text}") { state } }`])
    for (let time = 0; time < 3; time += 1) await gateway.graphql(query);
  expect(globalThis).not.toHaveProperty('isRun');
});

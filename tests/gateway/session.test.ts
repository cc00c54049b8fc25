import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '#tests/support/world.ts';
import { startWorld } from '#tests/support/world.ts';
import { firstError } from './start-gateway.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const ask = (query: string, { accessToken, refreshToken }: Partial<Tokens> = {}) => {
  const asked = request(world.url).post('/graphql');
  if (accessToken !== undefined) void asked.set('authorization', `Bearer ${accessToken}`);
  if (refreshToken !== undefined) void asked.set('x-refresh-token', refreshToken);
  return asked.send({ query });
};

async function signIn(): Promise<Tokens> {
  const login =
    'mutation { login(input: { email: "teacher@demo.test", password: "learn-together" }) { accessToken refreshToken } }';
  const answered = await ask(login).expect(200);
  const { data } = answered.body as { data: { login: Tokens } };
  return data.login;
}

const names = '{ allClasses { className } }';

test('an access token that /api refuses is renewed once for all requests that come together', async () => {
  const { accessToken, refreshToken } = await signIn();
  const dead = { accessToken: `${accessToken.slice(0, -4)}AAAA`, refreshToken };
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(names, dead)));
  const renewed = new Set(answers.map((answered) => answered.headers['x-refresh-token']));
  for (const answered of answers) expect(answered.body).toHaveProperty('data.allClasses');
  expect(renewed.size).toBe(1);
  expect(renewed).not.toContain(refreshToken);
  const next = { accessToken: answers[0]?.headers['x-access-token'] ?? '' };
  expect((await ask(names, next)).body).toHaveProperty('data.allClasses');
});

test('after logging out neither token opens anything', async () => {
  const tokens = await signIn();
  await ask('mutation { logout }', tokens).expect(200, { data: { logout: true } });
  const refused = { extensions: { code: 'UNAUTHENTICATED', status: 401, messageKey: 'messages.sessionExpired' } };
  expect(firstError((await ask(names, { accessToken: tokens.accessToken })).body)).toMatchObject(refused);
  const answered = await ask(names, tokens);
  expect(firstError(answered.body)).toMatchObject(refused);
  expect(answered.headers).not.toHaveProperty('x-access-token');
});

test("a book's picture can be fetched in part by the link that a list gives", async () => {
  const answered = await ask('{ allTextBooks { thumbnail { url } } }', await signIn());
  const { data } = answered.body as { data: { allTextBooks: { thumbnail: { url: string } }[] } };
  const link = data.allTextBooks[0]?.thumbnail.url ?? '';
  const part = await request(world.url).get(link).set('range', 'bytes=0-11').expect(206);
  expect(part.headers['content-length']).toBe('12');
  await request(world.url)
    .get(link.replace(/signature=.../, 'signature=AAA'))
    .expect(403);
});

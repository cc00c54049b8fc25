import { request as httpRequest } from 'node:http';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { expect, test } from 'vitest';
import { hashOf, signStaffToken } from '#api/domains/auth/tokens.ts';
import { openSession } from '#api/domains/auth/sessions.ts';
import { refreshFamilies, refreshTokens } from '#api/ground/db/schema.ts';
import { addStaff } from '#tests/api/school.ts';
import { picture } from '#tests/support/media-samples.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { firstError } from './start-gateway.ts';
import { sendUpload, uploadCover } from './upload-form.ts';

const world = keptWorld();

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
  expect((await ask('mutation { logout }', tokens)).body).toMatchObject({ data: { logout: true } });
  const refused = { extensions: { code: 'UNAUTHENTICATED', status: 401, messageKey: 'messages.sessionExpired' } };
  expect(firstError((await ask(names, { accessToken: tokens.accessToken })).body)).toMatchObject(refused);
  const answered = await ask(names, tokens);
  expect(firstError(answered.body)).toMatchObject(refused);
  expect(answered.headers).not.toHaveProperty('x-access-token');
});

/** The pair of an account whose access token ran out a minute ago, and how often its session has been renewed. */
async function expiredPair() {
  const { services } = world;
  const { refreshToken } = await openSession(services, await addStaff(world, { role: 'Administrator' }), {
    remembered: false,
  });
  const [held] = await services.db
    .select({ id: refreshTokens.id, sessionId: refreshTokens.familyId, userId: refreshFamilies.userId })
    .from(refreshTokens)
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, refreshTokens.familyId))
    .where(eq(refreshTokens.tokenHash, hashOf(refreshToken)));
  if (!held) throw new Error('the session is not there');
  const { id: tokenId, sessionId, userId } = held;
  const issuedAt = new Date(Date.now() - 11 * 60_000);
  const token = { userId, role: 'Administrator', sessionId, tokenId, issuedAt } as const;
  const accessToken = await signStaffToken(services.secrets, token);
  const renewals = async () => (await services.db.$count(refreshTokens, eq(refreshTokens.familyId, sessionId))) - 1;
  return { accessToken, refreshToken, renewals };
}

test('a page whose access token has run out gets all of its answers for one renewal', async () => {
  const { renewals, ...pair } = await expiredPair();
  const fields = ['allClasses { id }', 'allTextBooks { id }', 'allTeachers { id }', 'textBooks { totalCount }'];
  const several = [...fields, fields.join(' '), 'users { totalCount } classes { totalCount }'];
  const answers = await Promise.all(several.map((field) => ask(`{ ${field} }`, pair)));
  for (const answered of answers) expect(answered.body).not.toHaveProperty('errors');
  expect(new Set(answers.map(({ headers }) => headers['x-refresh-token'])).size).toBe(1);
  expect(await renewals()).toBe(1);
});

test('an upload whose access token has run out is renewed before it starts, and taken in', async () => {
  const { renewals, ...pair } = await expiredPair();
  const { data, headers } = await sendUpload(world.url, {
    query: uploadCover,
    token: pair.accessToken,
    headers: { 'x-refresh-token': pair.refreshToken },
    files: { file: { content: await picture('png') } },
  });
  expect(data).toHaveProperty('uploadTextBookThumbnail.id');
  expect(headers.get('x-access-token')).toMatch(/^ey/);
  expect(await renewals()).toBe(1);
});

test('a renewal whose answer was lost on the way gives the same successor again, and the session goes on', async () => {
  const { renewals, ...pair } = await expiredPair();
  const lost = httpRequest(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  }).on('error', () => undefined);
  const renew = `mutation { refreshToken(refreshToken: "${pair.refreshToken}") { accessToken refreshToken } }`;
  lost.end(JSON.stringify({ query: renew }));
  await expect.poll(renewals, { timeout: 60_000, interval: 5 }).toBe(1);
  lost.destroy();
  const again = await ask(names, pair);
  expect(again.body).toHaveProperty('data.allClasses');
  expect(await renewals()).toBe(1);
  const next = { accessToken: again.headers['x-access-token'], refreshToken: again.headers['x-refresh-token'] };
  const renewed = await ask(renew.replace(pair.refreshToken, next.refreshToken ?? ''), next);
  expect(renewed.body).toHaveProperty('data.refreshToken.accessToken');
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

test('a session outlives the answer that brought its new tokens and never arrived', async () => {
  const { accessToken, refreshToken } = await signIn();
  const dead = { accessToken: `${accessToken.slice(0, -4)}AAAA`, refreshToken };
  const later = () =>
    world.services.db
      .update(refreshTokens)
      .set({ usedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(refreshTokens.tokenHash, hashOf(refreshToken)));
  const lost = await ask(names, dead).expect(200);
  await later();
  const again = await ask(names, dead).expect(200);
  expect(again.body).toHaveProperty('data.allClasses');
  expect(again.headers['x-refresh-token']).toBe(lost.headers['x-refresh-token']);
  expect((await ask(names, { accessToken: again.headers['x-access-token'] ?? '' })).body).toHaveProperty(
    'data.allClasses',
  );
  await later();
  expect(firstError((await ask(names, dead)).body)).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } });
});

import { eq } from 'drizzle-orm';
import { decodeJwt, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { closeSessionsOf, openSession } from '#api/domains/auth/sessions.ts';
import { refreshFamilies, refreshTokens, users } from '#api/ground/db/schema.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login, logout, refreshToken } from '#schema/rest/auth.ts';
import { newClassCode } from '#schema/rest/classes.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, type Member, newStudentToken, problemOf, send, signInAs } from './school.ts';

const password = 'learn-together';
const world = keptApi();
let passwordHash: string;
let member: Member;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});
beforeEach(async () => {
  member = await addStaff(world, {
    role: 'Teacher',
    passwordHash,
    username: `u${Math.random().toString(36).slice(2)}`,
  });
});

const signIn = (rememberMe = false) => signInAs(world, { email: member.email, password, rememberMe });
const refresh = (token: string) => send(world, refreshToken, { body: { refreshToken: token } });
const use = (token: string) => send(world, newClassCode, { token });

describe('refreshing', () => {
  const ageOf = async (token: string, usedAt: Date) =>
    world.services.db
      .update(refreshTokens)
      .set({ usedAt })
      .where(eq(refreshTokens.tokenHash, hashOf(token)));

  test('twenty times at once gives one pair', async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken).expect(200)));
    const pairs = new Set(answers.map(({ body }) => JSON.stringify(body)));
    expect(pairs.size).toBe(1);
    const [pair] = answers.map(({ body }) => authInfo.parse(body));
    expect(pair?.refreshToken).not.toBe(first.refreshToken);
    await use(pair?.accessToken ?? '').expect(200);
    await refresh(pair?.refreshToken ?? '').expect(200);
  });

  test('with a token used more than ten seconds ago ends the family, its live access tokens included', async () => {
    const first = await signIn();
    const other = await signIn();
    const second = authInfo.parse((await refresh(first.refreshToken).expect(200)).body);
    await use(second.accessToken).expect(200);
    await ageOf(first.refreshToken, new Date(Date.now() - 1_000));
    await refresh(first.refreshToken).expect(200);
    await ageOf(first.refreshToken, new Date(Date.now() - 11_000));
    expect((await problemOf(refresh(first.refreshToken), 401)).messageKey).toBe('messages.sessionExpired');
    await use(second.accessToken).expect(401);
    await use(first.accessToken).expect(401);
    await refresh(second.refreshToken).expect(401);
    await use(other.accessToken).expect(200);
  });

  test('gives the same successor hours later while its answer has never arrived, and no more once it was used', async () => {
    const first = await signIn(true);
    const lost = authInfo.parse((await refresh(first.refreshToken).expect(200)).body);
    await ageOf(first.refreshToken, new Date(Date.now() - 3_600_000));
    const again = authInfo.parse((await refresh(first.refreshToken).expect(200)).body);
    expect(again.refreshToken).toBe(lost.refreshToken);
    await use(again.accessToken).set('x-unconfirmed-token', '1').expect(200);
    await refresh(first.refreshToken).expect(200);
    await use(again.accessToken).expect(200);
    await refresh(first.refreshToken).expect(401);
    await use(again.accessToken).expect(401);
  });

  test('late with any token of the family kills the youngest too, however many try at once', async () => {
    const first = await signIn();
    const second = authInfo.parse((await refresh(first.refreshToken).expect(200)).body);
    const third = authInfo.parse((await refresh(second.refreshToken).expect(200)).body);
    await ageOf(first.refreshToken, new Date(Date.now() - 11_000));
    const replays = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)));
    expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([401]));
    await refresh(third.refreshToken).expect(401);
    await use(third.accessToken).expect(401);
    const families = await world.services.db
      .select()
      .from(refreshFamilies)
      .where(eq(refreshFamilies.userId, member.id));
    expect(families.map(({ revokedReason }) => revokedReason)).toEqual(['reuse']);
  });

  test('keeps only hashes', async () => {
    const { refreshToken: token } = await signIn();
    const rows = await world.services.db.select().from(refreshTokens);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is over when it has rested for 12 hours, or 30 days when remembered', async () => {
    const restOf = async (token: string) => {
      const [row] = await world.services.db
        .select()
        .from(refreshTokens)
        .where(eq(refreshTokens.tokenHash, hashOf(token)));
      return ((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 3_600_000;
    };
    const short = await signIn();
    const long = await signIn(true);
    expect(await restOf(short.refreshToken)).toBe(12);
    expect(await restOf(long.refreshToken)).toBe(30 * 24);
    const slid = authInfo.parse((await refresh(long.refreshToken).expect(200)).body);
    expect(await restOf(slid.refreshToken)).toBe(30 * 24);
    await world.services.db
      .update(refreshTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(refreshTokens.tokenHash, hashOf(short.refreshToken)));
    await refresh(short.refreshToken).expect(401);
  });

  test('never outlasts the whole of a session', async () => {
    const { refreshToken: token, accessToken } = await signIn(true);
    const ended = { expiresAt: new Date(Date.now() - 1000) };
    await world.services.db.update(refreshFamilies).set(ended).where(eq(refreshFamilies.userId, member.id));
    await refresh(token).expect(401);
    await use(accessToken).expect(401);
  });

  test.each([{ status: 2 as const }, { deletedAt: new Date() }, { role: 'Administrator' as const }])(
    'and calling end at once with %j',
    async (change) => {
      const { accessToken, refreshToken: token } = await signIn();
      await world.services.db.update(users).set(change).where(eq(users.id, member.id));
      await use(accessToken).expect(401);
      if (!('role' in change)) await refresh(token).expect(401);
    },
  );

  test.each([[''], ['x'], ['x'.repeat(513)], [undefined], [7]])('refuses %j', async (token) => {
    const { status } = await send(world, refreshToken, { body: { refreshToken: token } });
    expect(status).toBe(token === 'x' ? 401 : 400);
  });

  test('refuses an access token in its place, and the reverse', async () => {
    const pair = await signIn();
    await refresh(pair.accessToken).expect(({ status }) => expect([400, 401]).toContain(status));
    await use(pair.refreshToken).expect(401);
  });
});

test('a password that was changed while somebody signed in with it opens no session', async () => {
  const asItWas = { ...member };
  await world.services.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, member.id));
  await expect(openSession(world.services, asItWas, { remembered: false })).rejects.toMatchObject({ status: 401 });
  expect(await world.services.db.$count(refreshFamilies, eq(refreshFamilies.userId, member.id))).toBe(0);
});

test('closing every session of somebody leaves those of others', async () => {
  const [one, two] = [await signIn(), await signIn(true)];
  const other = await addStaff(world, { role: 'Teacher', passwordHash });
  const others = await signInAs(world, { email: other.email, password });
  await world.services.db.transaction((tx) => closeSessionsOf(tx, [member.id], 'role'));
  for (const { accessToken, refreshToken: token } of [one, two]) {
    await use(accessToken).expect(401);
    await refresh(token).expect(401);
  }
  await use(others.accessToken).expect(200);
});

test('logging out ends the session at once and no other', async () => {
  const [one, two] = [await signIn(), await signIn()];
  await send(world, logout, { token: one.accessToken }).expect(204);
  await use(one.accessToken).expect(401);
  await refresh(one.refreshToken).expect(401);
  await send(world, logout, { token: one.accessToken }).expect(401);
  await use(two.accessToken).expect(200);
});

describe('an access token', () => {
  const forge = async (
    change: (jwt: SignJWT) => SignJWT,
    key = world.services.secrets.current('tokens').value,
    alg = 'HS256',
  ) => {
    const { accessToken } = await signIn();
    const claims = decodeJwt(accessToken);
    return change(new SignJWT(claims)).setProtectedHeader({ alg, typ: 'JWT' }).sign(key);
  };
  const now = () => Math.floor(Date.now() / 1000);

  test('is taken as it was given, and for thirty seconds past its end', async () => {
    await use(await forge((jwt) => jwt)).expect(200);
    await use(await forge((jwt) => jwt.setExpirationTime(now() - 25))).expect(200);
  });

  test.each<[string, () => Promise<string>]>([
    ['expired', () => forge((jwt) => jwt.setExpirationTime(now() - 35))],
    ['not yet valid', () => forge((jwt) => jwt.setNotBefore(now() + 60))],
    ['for students', () => forge((jwt) => jwt.setAudience('student'))],
    ['for another service', () => forge((jwt) => jwt.setAudience('other'))],
    ['of another issuer', () => forge((jwt) => jwt.setIssuer('other'))],
    [
      'of another user than its session',
      async () => {
        const other = await addStaff(world, { role: 'Teacher' });
        return forge((jwt) => jwt.setSubject(other.id));
      },
    ],
    ['signed with another key', () => forge((jwt) => jwt, new Uint8Array(32).fill(7))],
    [
      'signed with another algorithm',
      () => forge((jwt) => jwt, world.services.secrets.current('tokens').value, 'HS512'),
    ],
    ['of a student', () => newStudentToken(world).then((token) => `${token}x`)],
    ['unsigned', async () => `${btoa('{"alg":"none"}')}.${(await signIn()).accessToken.split('.')[1]}.`],
    ['that is none', async () => 'hello'],
    ['that is empty', async () => ''],
  ])('%s is refused with 401', async (_, make) => {
    const refused = use(await make()).expect('www-authenticate', /^Bearer/);
    expect((await problemOf(refused, 401)).messageKey).toBe('messages.sessionExpired');
  });

  test('that is no longer good counts as none where none is needed', async () => {
    await send(world, login, { token: 'old', body: { email: member.email, password } }).expect(200);
  });
});

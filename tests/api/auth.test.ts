import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#api/domains/auth/passwords.ts';
import { rateLimits, users } from '#api/ground/db/schema.ts';
import { login } from '#schema/rest/auth.ts';
import { newClassCode } from '#schema/rest/classes.ts';
import { takesAsLong } from '#tests/support/as-long.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { addStaff, type Member, problemOf, send, signInAs } from './school.ts';

const password = 'ぱすわーど with spaces';
const world = keptApi();
let passwordHash: string;
let member: Member;

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  member = await addStaff(world, {
    role: 'Teacher',
    passwordHash,
    username: `u${Math.random().toString(36).slice(2)}`,
  });
});

const attemptLogin = (body: unknown) => send(world, login, { body });
const signIn = (email = member.email) => signInAs(world, { email, password });

describe('signing in', () => {
  test('answers names, role and a pair whose access token lives ten minutes', async () => {
    const { accessToken, ...info } = await signIn();
    expect(info).toMatchObject({ userId: member.id, firstName: member.firstName, role: 'Teacher' });
    const claims = decodeJwt(accessToken);
    expect(claims).toMatchObject({ iss: 'manabook', aud: 'staff', sub: member.id, role: 'Teacher' });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600);
    expect(claims.jti).toBeTypeOf('string');
    await send(world, newClassCode, { token: accessToken }).expect(200);
  });

  test('takes an e-mail or a username, in any case', async () => {
    await signIn(member.email.toUpperCase());
    await signIn(member.username?.toUpperCase());
  });

  test('takes the same letters in another Unicode form', async () => {
    await attemptLogin({ email: member.email, password: password.normalize('NFD') }).expect(200);
  });

  test('answers a wrong password and an unknown account alike', async () => {
    const answers = [
      await attemptLogin({ email: member.email, password: 'wrong' }),
      await attemptLogin({ email: 'nobody@school.test', password: 'wrong' }),
      await attemptLogin({ email: 'nobody', password }),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({
        messageKey: 'messages.checkEmailAndPassword',
        detail: 'Please check Email and Password',
      });
      expect(headers['content-type']).toMatch('problem+json');
    }
  });

  test('takes as long for an account that does not exist as for one that does', async () => {
    const tried = (hash: string | null) => async () => expect(await verifyPassword('wrong', hash)).toBe(false);
    expect(await takesAsLong(tried(passwordHash), tried(null))).toBe(true);
  });

  test('tells the state of an account only to who knows its password', async () => {
    const away = await addStaff(world, { role: 'Teacher', passwordHash, status: 2 });
    const invited = await addStaff(world, { role: 'Teacher', passwordHash, status: 0 });
    expect(await problemOf(attemptLogin({ email: away.email, password }), 403)).toMatchObject({
      messageKey: 'messages.accountDeactivated',
      detail: 'Your account has been deactivated.',
    });
    expect(await problemOf(attemptLogin({ email: invited.email, password }), 403)).toMatchObject({
      messageKey: 'messages.accountNotActivated',
      detail: 'Your account has not been activated.',
    });
    for (const { email } of [away, invited]) await attemptLogin({ email, password: 'wrong' }).expect(401);
  });

  test('does not know a deleted account', async () => {
    await world.services.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, member.id));
    await attemptLogin({ email: member.email, password }).expect(401);
  });

  test.each([
    [{}, { email: ['messages.emailRequire'], password: ['messages.passRequire'] }],
    [
      { email: ' ', password: '' },
      { email: ['messages.emailRequire'], password: ['messages.passRequire'] },
    ],
    [{ email: 'a@b', password: 'x' }, { email: ['messages.invalidEmail'] }],
    [{ email: 'a@b.school', password: 'x' }, { email: ['messages.invalidEmail'] }],
    [{ email: 'a\0b', password: 'x' }, { email: ['messages.invalidValue'] }],
    [{ email: 'ab', password: '\ud800' }, { password: ['messages.invalidValue'] }],
    [{ email: 'ab', password: 'x'.repeat(1001) }, { password: ['messages.valueTooLong'] }],
    [
      { email: { $ne: 1 }, password: ['x'] },
      { email: ['messages.emailRequire'], password: ['messages.passRequire'] },
    ],
  ])('refuses %j', async (body, errors) => {
    expect((await problemOf(attemptLogin(body), 400)).errors).toMatchObject(errors);
  });
});

describe('guessing passwords', () => {
  const guess = (email: string) => attemptLogin({ email, password: 'wrong' });
  const guessAgain = async (email: string) => {
    await endWaits(world.services);
    await guess(email).expect(401);
  };

  test('is stopped after five failures, however the account is spelt, and so is the right password', async () => {
    const spellings = [
      member.email,
      member.email.toUpperCase(),
      member.username ?? '',
      ` ${member.email} `,
      member.email,
    ];
    for (const email of spellings) await guessAgain(email);
    const refused = attemptLogin({ email: member.email, password }).expect('retry-after', /^[89]\d\d$/);
    expect(await problemOf(refused, 429)).toMatchObject({ messageKey: 'messages.proofNeeded' });
  });

  test('is stopped alike for an account that does not exist', async () => {
    for (let times = 0; times < 5; times += 1) await guessAgain('nobody@school.test');
    await guess('NOBODY@school.test').expect(429);
  });

  test('all at once gets no more than five looks at the password', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(member.email)));
    const looked = answers.filter(({ status }) => status === 401);
    expect(looked.length).toBeLessThanOrEqual(5);
    for (const { status } of answers) expect([401, 429, 503]).toContain(status);
  });

  test('is forgotten by the right password', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let times = 0; times < 4; times += 1) await guessAgain(member.email);
      await endWaits(world.services);
      await signIn();
    }
  });

  test('is stopped after sixty failures a minute from one address, while right passwords count for nothing', async () => {
    await signIn();
    for (let times = 0; times < 60; times += 1) await guess(`guess${times}@school.test`).expect(401);
    await attemptLogin({ email: member.email, password }).expect(429);
    const elsewhere = await attemptLogin({ email: member.email, password }).set('x-forwarded-for', '198.51.100.7');
    expect(elsewhere.status).toBe(200);
  });
});

test('more than twenty sign-ins in waiting are answered 503 with Retry-After', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => attemptLogin({ email: member.email, password })));
  const [served, refused] = [200, 503].map((code) => answers.filter(({ status }) => status === code));
  expect(served?.length).toBeGreaterThanOrEqual(20);
  expect((served?.length ?? 0) + (refused?.length ?? 0)).toBe(40);
  for (const { headers } of refused ?? []) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

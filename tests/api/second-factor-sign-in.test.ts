import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signChallenge } from '#api/domains/second-factor/challenge.ts';
import { resealSecrets } from '#api/domains/second-factor/codes.ts';
import { auditLog, rateLimits, refreshFamilies, secondFactors, users } from '#api/ground/db/schema.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { login, mySessions } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { completeLogin } from '#schema/rest/second-factor.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor, steadyStep } from '#tests/support/second-factor.ts';
import { addStaff, type Member, problemOf, send, signInAs } from './school.ts';

const password = 'quiet river stones';
const school = '198.51.100.7';
const world = keptApi();
let passwordHash: string;
let member: Member;

beforeAll(async () => {
  passwordHash = await quickHash(password);
});
beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  member = await addStaff(world, { role: 'Teacher', passwordHash });
});

const signIn = (over = {}) =>
  send(world, login, { body: { email: member.email, password, ...over } }).set('x-forwarded-for', school);
const complete = (challenge: string, code: string) =>
  send(world, completeLogin, { body: { challenge, code } }).set('x-forwarded-for', school);

async function challengeOf(over = {}): Promise<string> {
  const { challenge = '' } = await problemOf(signIn(over), 403);
  return challenge;
}

const sessions = () => world.services.db.select().from(refreshFamilies).where(eq(refreshFamilies.userId, member.id));

describe('a sign-in with a second step', () => {
  test('is refused after the right password, with a challenge and no session; the code gives the session', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const problem = await problemOf(signIn({ rememberMe: true }), 403);
    expect(problem).toMatchObject({
      messageKey: 'messages.secondFactorNeeded',
      challenge: expect.any(String) as string,
    });
    expect(await sessions()).toEqual([]);
    // A challenge is no access token.
    await send(world, mySessions, { token: problem.challenge }).expect(401);

    const { accessToken, userId } = authInfo.parse(
      (await complete(problem.challenge ?? '', codeOf(secret)).expect(200)).body,
    );
    expect(userId).toBe(member.id);
    await send(world, mySessions, { token: accessToken }).expect(200);
    expect(await sessions()).toMatchObject([{ remembered: true, network: '198.51.100.0' }]);
  });

  test('answers a wrong password as ever, and asks nobody without a second step', async () => {
    await giveSecondFactor(world.services, member.id);
    const problem = await problemOf(signIn({ password: 'wrong' }), 401);
    expect(problem).toMatchObject({ messageKey: 'messages.checkEmailAndPassword' });
    expect(problem.challenge).toBeUndefined();
    const other = await addStaff(world, { role: 'Teacher', passwordHash });
    await giveSecondFactor(world.services, other.id, { confirmed: false });
    await signInAs(world, { email: other.email, password });
  });

  test('takes a code of the step before and after, each once, and no older one', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    for (const step of [-3, 3]) await complete(challenge, codeOf(secret, step)).expect(400);
    await endWaits(world.services);
    await steadyStep();
    await complete(challenge, codeOf(secret, -1)).expect(200);
    const { messageKey, errors } = await problemOf(complete(challenge, codeOf(secret, -1)), 400);
    expect({ messageKey, errors }).toEqual({
      messageKey: 'messages.validationFailed',
      errors: { code: ['messages.secondFactorCodeWrong'] },
    });
    // As people type them.
    const [a, b] = [codeOf(secret, 1).slice(0, 3), codeOf(secret, 1).slice(3)];
    await complete(challenge, ` ${a} ${b}`).expect(200);
  });

  test('by two at once with one code succeeds once', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    const code = codeOf(secret);
    const answers = await Promise.all([complete(challenge, code), complete(challenge, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('takes a recovery code once, and says so in the log', async () => {
    const { recoveryCodes } = await giveSecondFactor(world.services, member.id, { recovery: true });
    const challenge = await challengeOf();
    const code = recoveryCodes[3] ?? '';
    await complete(challenge, code.toLowerCase().replace('-', ' ')).expect(200);
    await complete(challenge, code).expect(400);
    const [used] = await world.services.db.select().from(auditLog).where(eq(auditLog.action, 'use-recovery-code'));
    expect(used).toMatchObject({ actorId: member.id, after: { recoveryCodesLeft: 9 } });
  });

  test.each([
    ['another password', { passwordHash: 'another' }],
    ['a deletion', { deletedAt: new Date() }],
    ['the second step was turned off', undefined],
  ])('begins anew after %s', async (_, change) => {
    const { db } = world.services;
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    if (change) await db.update(users).set(change).where(eq(users.id, member.id));
    else await db.delete(secondFactors).where(eq(secondFactors.userId, member.id));
    expect((await problemOf(complete(challenge, codeOf(secret)), 401)).messageKey).toBe('messages.signInAgain');
  });

  test('begins anew ten minutes later, and with a challenge that is none of ours', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    const [head = '', body = '', signature = ''] = challenge.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(600);
    const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 600 })).toString('base64url');
    for (const forged of [`${head}.${later}.${signature}`, 'none'])
      expect((await problemOf(complete(forged, codeOf(secret)), 401)).messageKey).toBe('messages.signInAgain');
    expect((await problemOf(complete('', codeOf(secret)), 400)).errors).toEqual({
      challenge: ['messages.signInAgain'],
    });
  });

  test('is refused to who was deactivated meanwhile', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    await world.services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, member.id));
    expect((await problemOf(complete(challenge, codeOf(secret)), 403)).messageKey).toBe('messages.accountDeactivated');
  });
});

test('a removed key takes no second step with it: the secret is encrypted anew', async () => {
  const { db, secrets } = world.services;
  const { secret } = await giveSecondFactor(world.services, member.id);
  const kept = async () => (await db.select().from(secondFactors).where(eq(secondFactors.userId, member.id)))[0];
  const own = secrets.current('tokens');
  const before = await kept();
  const foreign = { id: 'tokens-of-another-day', value: new Uint8Array(32).fill(7) };
  await db.transaction((tx) => resealSecrets(tx, { keys: [own], removed: [own.id], next: foreign }));
  expect((await kept())?.sealedSecret).toMatch(/^tokens-of-another-day\./);
  // The server does not know the other key.
  await complete(await challengeOf(), codeOf(secret)).expect(400);
  await db.transaction((tx) => resealSecrets(tx, { keys: [own, foreign], removed: [foreign.id], next: own }));
  expect((await kept())?.sealedSecret).not.toBe(before?.sealedSecret);
  await complete(await challengeOf(), codeOf(secret)).expect(200);
});

test('a challenge counts for the person that it names', async () => {
  const { secret } = await giveSecondFactor(world.services, member.id);
  const other = await addStaff(world, { role: 'SuperAdmin', passwordHash });
  await giveSecondFactor(world.services, other.id);
  const asked = { userId: other.id, remembered: false, passwordMark: 'of another password' };
  await complete(await signChallenge(world.services.secrets, asked), codeOf(secret)).expect(401);
});

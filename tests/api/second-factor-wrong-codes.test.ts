import { randomBytes } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { auditLog, rateLimits } from '#api/ground/db/schema.ts';
import { login, updatePassword } from '#schema/rest/auth.ts';
import { completeLogin } from '#schema/rest/second-factor.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor, steadyStep, wrongCodeFor } from '#tests/support/second-factor.ts';
import { addStaff, type Member, problemOf, send } from './school.ts';

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

interface From {
  readonly address?: string;
  readonly device?: string;
}

function from(request: ReturnType<typeof send>, { address = school, device }: From) {
  const placed = request.set('x-forwarded-for', address);
  return device === undefined ? placed : placed.set('x-device', device);
}
const newDevice = (): string => randomBytes(16).toString('base64url');
const signIn = (place: From = {}, over = {}) =>
  from(send(world, login, { body: { email: member.email, password, ...over } }), place);
const complete = (challenge: string, code: string, place: From = {}) =>
  from(send(world, completeLogin, { body: { challenge, code } }), place);

async function wrongCode(challenge: string, code: string, place: From = {}): Promise<void> {
  await endWaits(world.services);
  await complete(challenge, code, place).expect(400);
}

async function challengeOf(place: From = {}, over = {}): Promise<string> {
  const { challenge = '' } = await problemOf(signIn(place, over), 403);
  return challenge;
}

describe('wrong codes of the second step', () => {
  test('count as wrong passwords do, and a right password buys no new ones', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    const wrong = wrongCodeFor(secret);
    for (let time = 0; time < 4; time += 1) await wrongCode(challenge, wrong);
    await endWaits(world.services);
    await challengeOf();
    await wrongCode(challenge, wrong);
    await complete(challenge, codeOf(secret)).expect(429);
    await signIn().expect(429);
    const refused = and(eq(auditLog.entityId, member.id), eq(auditLog.action, 'refuse-code'));
    expect(await world.services.db.$count(auditLog, refused)).toBe(5);
  });

  test('of a stranger who knows the password lock the owner out nowhere they signed in before', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const device = newDevice();
    await complete(await challengeOf({ device }), codeOf(secret), { device }).expect(200);
    const stranger = { address: '203.0.113.1' };
    const challenge = await challengeOf(stranger);
    for (let time = 0; time < 5; time += 1) await wrongCode(challenge, wrongCodeFor(secret), stranger);
    await complete(challenge, codeOf(secret), stranger).expect(429);
    const known = { device, address: '192.0.2.1' };
    await complete(await challengeOf(known), codeOf(secret, 1), known).expect(200);
  });

  test('from places that the account does not know are thirty a day', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const challenge = await challengeOf();
    for (let network = 1; network <= 6; network += 1) {
      const place = { address: `203.0.113.${network}` };
      await forgetWhatAQuarterCounts();
      for (let time = 0; time < 5; time += 1) await wrongCode(challenge, wrongCodeFor(secret), place);
    }
    await complete(challenge, codeOf(secret), { address: '203.0.113.7' }).expect(429);
  });

  test('from a place that the account knows are thirty a day as well, past any proof, and spend no other place’s', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    await steadyStep();
    const [own, shared] = [newDevice(), newDevice()];
    for (const [step, device] of [own, shared].entries()) {
      await forgetWhatAQuarterCounts();
      await complete(await challengeOf({ device }), codeOf(secret, step - 1), { device }).expect(200);
    }
    const places = { 'the school’s network': {}, 'a shared tablet': { device: shared } };
    for (const [name, place] of Object.entries(places)) {
      const challenge = await challengeOf(place);
      for (let time = 0; time < 30; time += 1) {
        if (time % 5 === 0) await forgetWhatAQuarterCounts();
        await wrongCode(challenge, wrongCodeFor(secret), place);
      }
      await forgetWhatAQuarterCounts();
      const refused = await problemOf(complete(challenge, codeOf(secret, 1), place), 429);
      expect([name, refused.messageKey, refused.proof]).toEqual([name, 'messages.tooManyRequests', undefined]);
    }
    await complete(await challengeOf({ device: own }), codeOf(secret, 1), { device: own }).expect(200);
  });

  test('that somebody spent are forgotten with a new password by mail, on a new device too', async () => {
    const { db, secrets } = world.services;
    const { secret } = await giveSecondFactor(world.services, member.id);
    await steadyStep();
    // From then on the account knows the network.
    await complete(await challengeOf(), codeOf(secret, -1)).expect(200);
    const challenge = await challengeOf();
    for (let time = 0; time < 30; time += 1) {
      if (time % 5 === 0) await forgetWhatAQuarterCounts();
      await wrongCode(challenge, wrongCodeFor(secret));
    }
    await forgetWhatAQuarterCounts();
    await complete(challenge, codeOf(secret)).expect(429);
    const link = { userId: member.id, purpose: 'reset', requestedById: null, hours: 1 } as const;
    const token = linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link)));
    const next = 'another river of stones';
    const body = { token, password: next, confirmPassword: next };
    await from(send(world, updatePassword, { body }), {}).expect(204);
    const anew = await challengeOf({}, { password: next });
    await complete(anew, codeOf(secret)).expect(200);
  });
});

/** A quarter of an hour passes: the counts of a day stay. */
async function forgetWhatAQuarterCounts(): Promise<void> {
  for (const prefix of ['login-place:', 'login-strangers:', 'login-address:'])
    await world.services.db.delete(rateLimits).where(like(rateLimits.key, `${prefix}%`));
}

import { randomBytes } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSignInProofs } from '#api/domains/auth/sign-in-proof.ts';
import { rateLimits } from '#api/ground/db/schema.ts';
import { storedKey } from '#api/ground/http/stored-counter.ts';
import { problem } from '#schema/problem.ts';
import { login } from '#schema/rest/auth.ts';
import { completeLogin } from '#schema/rest/second-factor.ts';
import { type ProofDemand, proofBits } from '#schema/rules/proof-work.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { endWaits, proofFor, wrongProofFor } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor, wrongCodeFor } from '#tests/support/second-factor.ts';
import { addStaff, type Member, problemOf, send } from './school.ts';

const password = 'quiet river stones';
const home = '192.0.2.44';
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

interface Attempt {
  readonly email?: string;
  readonly typed?: string;
  readonly address?: string;
  readonly device?: string;
  readonly proof?: SignInProof;
}

// A new device in a new network, unless told otherwise.
function signIn({ email = member.email, typed = password, address = home, device, proof }: Attempt = {}) {
  const sent = send(world, login, { body: { email, password: typed, proof } }).set('x-forwarded-for', address);
  return sent.set('x-device', device ?? randomBytes(16).toString('base64url'));
}

async function demandOf(attempt: Attempt = {}): Promise<ProofDemand> {
  const { messageKey, proof } = await problemOf(signIn(attempt), 429);
  expect(messageKey).toBe('messages.proofNeeded');
  if (!proof) throw new Error('No proof was asked for');
  return proof;
}

async function wrong(attempt: Attempt): Promise<void> {
  await endWaits(world.services);
  await signIn({ typed: 'wrong', ...attempt }).expect(401);
}

/** Twenty wrong passwords from four networks: all that strangers have without proofs. */
async function underAttack(email = member.email): Promise<void> {
  for (let network = 1; network <= 4; network += 1)
    for (let time = 0; time < 5; time += 1) await wrong({ email, address: `203.0.113.${network}` });
}

const failures = async (prefix: string): Promise<number> => {
  const rows = await world.services.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `${prefix}:%`));
  return rows.reduce((sum, { points }) => sum + points, 0);
};

describe('an account under attack', () => {
  test('lets its owner in on a new device in a new network by a proof of work', async () => {
    await underAttack();
    const demand = await demandOf();
    expect(demand.bits).toBe(proofBits.least);
    await signIn({ proof: proofFor(demand) }).expect(200);
    // The network is the account's own by now.
    await signIn({ address: home }).expect(200);
  });

  test('lets the owner in behind the network that guesses', async () => {
    for (let time = 0; time < 5; time += 1) await wrong({});
    await signIn({ proof: proofFor(await demandOf()) }).expect(200);
  });

  test('lets a whole school in from new devices while sixty guesses a minute come from its network', async () => {
    await signIn({ email: 'u0@school.test', typed: 'wrong' }).expect(401);
    // A slow machine takes longer than a minute for sixty.
    await world.services.db.update(rateLimits).set({ points: 60 }).where(like(rateLimits.key, 'login-address:%'));
    for (let teacher = 0; teacher < 3; teacher += 1) {
      const { email } = await addStaff(world, { role: 'Teacher', passwordHash });
      await signIn({ email, proof: proofFor(await demandOf({ email })) }).expect(200);
    }
  });

  test('answers for a name that nobody has as for one that somebody has', async () => {
    const email = 'nobody-has-this@school.test';
    await underAttack(email);
    const proof = proofFor(await demandOf({ email }));
    const { messageKey } = await problemOf(signIn({ email, proof }), 401);
    expect(messageKey).toBe('messages.checkEmailAndPassword');
  });

  test('asks for nothing after the right password, and a proof that nobody asked for does no harm', async () => {
    await signIn({ proof: { challenge: 'none of ours', solution: 0 } }).expect(200);
    await signIn().expect(200);
  });
});

describe('a proof', () => {
  test('is refused when its solution is wrong, with a new challenge and without a look at the password', async () => {
    await underAttack();
    const counted = await failures('login-strangers');
    const demand = await demandOf();
    const next = await demandOf({ proof: wrongProofFor(demand) });
    expect(next.challenge).not.toBe(demand.challenge);
    expect(await failures('login-strangers')).toBe(counted);
  });

  test('is worth one attempt', async () => {
    await underAttack();
    const proof = proofFor(await demandOf());
    await signIn({ typed: 'wrong', proof }).expect(401);
    await demandOf({ proof });
  });

  test('sent by two at once is worth one attempt', async () => {
    await underAttack();
    const proof = proofFor(await demandOf());
    const answers = await Promise.all([signIn({ typed: 'wrong', proof }), signIn({ typed: 'wrong', proof })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 429]);
  });

  test('of another account is refused', async () => {
    const other = await addStaff(world, { role: 'Teacher', passwordHash });
    await underAttack();
    await underAttack(other.email);
    await demandOf({ email: other.email, proof: proofFor(await demandOf()) });
  });

  test('is refused five minutes later', async () => {
    await underAttack();
    const proof = proofFor(await demandOf());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    try {
      expect(await createSignInProofs(world.services).spend(member.id, proof, 1)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
    expect(await createSignInProofs(world.services).spend(member.id, proof, 1)).toBe(true);
  });

  test('made by somebody else’s key is refused', async () => {
    await underAttack();
    const { challenge } = await demandOf();
    const [, payload = ''] = challenge.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const forged = await new SignJWT({ ...claims, bits: 0 }).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32));
    await demandOf({ proof: { challenge: forged, solution: 0 } });
  });

  test('grows with the failures, and an easy one kept for later is refused', async () => {
    await underAttack();
    const early = proofFor(await demandOf());
    const strangers = storedKey(world.services.secrets, 'login-strangers', member.id);
    const setFailures = (points: number) =>
      world.services.db.update(rateLimits).set({ points }).where(eq(rateLimits.key, strangers));
    const bits: number[] = [];
    for (const points of [39, 40, 80, 160, 10_000]) {
      await setFailures(points);
      bits.push((await demandOf()).bits);
    }
    expect(bits).toEqual([4, 5, 6, 7, 7]);
    await demandOf({ proof: early });
    await setFailures(40);
    await signIn({ proof: early }).expect(200);
  });

  test.each([
    ['no challenge', { challenge: '', solution: 1 }, 'proof.challenge'],
    ['a challenge past 1,000 characters', { challenge: 'x'.repeat(1001), solution: 1 }, 'proof.challenge'],
    ['a solution below 0', { challenge: 'x', solution: -1 }, 'proof.solution'],
    ['a solution that is no Int', { challenge: 'x', solution: 2 ** 31 }, 'proof.solution'],
    ['half a solution', { challenge: 'x', solution: 0.5 }, 'proof.solution'],
  ])('is refused for its form: %s', async (_, proof, field) => {
    expect(Object.keys((await problemOf(signIn({ proof }), 400)).errors ?? {})).toEqual([field]);
  });
});

test('a stranger’s tries wait longer each time, and those of a device that signed in do not', async () => {
  // The waits are of seconds, and a busy machine takes as many between two tries.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const device = randomBytes(16).toString('base64url');
  await signIn({ device, address: '192.0.2.1' }).expect(200);
  const waits: (string | undefined)[] = [];
  await wrong({});
  for (let time = 0; time < 3; time += 1) {
    await wrong({});
    const refused = await signIn().expect(429);
    expect(problem.parse(refused.body)).toMatchObject({ messageKey: 'messages.tooManyRequests' });
    waits.push(refused.headers['retry-after']);
  }
  expect(waits).toEqual(['1', '2', '4']);
  for (let time = 0; time < 3; time += 1) await signIn({ device, typed: 'wrong' }).expect(401);
});

describe('codes of the second step', () => {
  const complete = (challenge: string, code: string, proof?: SignInProof) =>
    send(world, completeLogin, { body: { challenge, code, proof } }).set('x-forwarded-for', home);

  test('go with proofs past the limit, and from unknown places no further than thirty a day', async () => {
    const { secret } = await giveSecondFactor(world.services, member.id);
    const { challenge = '' } = await problemOf(signIn(), 403);
    for (let time = 0; time < 5; time += 1) {
      await endWaits(world.services);
      await complete(challenge, wrongCodeFor(secret)).expect(400);
    }
    const { proof: demand } = await problemOf(complete(challenge, codeOf(secret)), 429);
    if (!demand) throw new Error('No proof was asked for');
    await complete(challenge, wrongCodeFor(secret), proofFor(demand)).expect(400);
    await world.services.db
      .update(rateLimits)
      .set({ points: 30 })
      .where(eq(rateLimits.key, storedKey(world.services.secrets, 'login-codes', `${member.id} strangers`)));
    const firm = await problemOf(complete(challenge, codeOf(secret), proofFor(demand)), 429);
    expect(firm).toMatchObject({ messageKey: 'messages.tooManyRequests' });
    expect(firm.proof).toBeUndefined();
  });
});

import { randomBytes } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { forgetExpiredAccess } from '#api/domains/auth/clean-up.ts';
import { rateLimits, signInPlaces } from '#api/ground/db/schema.ts';
import { acceptInvitation, forgotPassword, login, updatePassword } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { endWaits } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { addStaff, type Member, send } from './school.ts';

const password = 'ぱすわーど with spaces';
const school = '198.51.100.7';
const world = keptApi();
let passwordHash: string;
let member: Member;

const newDevice = (): string => randomBytes(16).toString('base64url');

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
const signIn = (place: From, typed = password) =>
  from(send(world, login, { body: { email: member.email, password: typed } }), place);

async function wrong(place: From): Promise<void> {
  await endWaits(world.services);
  await signIn(place, 'wrong').expect(401);
}

async function guess(place: From, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await wrong(place);
  await signIn(place).expect(429);
}

/** Twenty wrong passwords from four networks: all that strangers have. */
async function spendStrangers(): Promise<void> {
  for (let network = 1; network <= 4; network += 1)
    for (let time = 0; time < 5; time += 1) await wrong({ address: `203.0.113.${network}` });
}

describe('a stranger who guesses passwords', () => {
  test('locks nobody out of the device and the network where they signed in', async () => {
    const device = newDevice();
    await signIn({ device }).expect(200);
    await spendStrangers();
    await signIn({ device, address: '192.0.2.1' }).expect(200);
    await signIn({}).expect(200);
  });

  test('has five tries from a network without a proof, and from all networks together twenty', async () => {
    await guess({ address: '203.0.113.200' }, 5);
    await world.services.db.delete(rateLimits);
    await spendStrangers();
    await signIn({ address: '203.0.113.5' })
      .expect('retry-after', /^[89]\d\d$/)
      .expect(429);
  });

  test('gains nothing by names of devices', async () => {
    for (let time = 0; time < 5; time += 1) await wrong({ device: newDevice() });
    await signIn({ device: newDevice() }).expect(429);
  });

  test('in the school’s own network locks out no device that signed in before', async () => {
    const device = newDevice();
    await signIn({ device }).expect(200);
    await guess({}, 5);
    await signIn({ device }).expect(200);
    await signIn({}).expect(429);
  });

  test('sixty times in a minute locks out no device that signed in before', async () => {
    const device = newDevice();
    await signIn({ device }).expect(200);
    // A slow machine takes longer than a minute for sixty.
    await world.services.db.update(rateLimits).set({ points: 60 }).where(like(rateLimits.key, 'login-address:%'));
    await signIn({}).expect(429);
    await signIn({ device }).expect(200);
  });

  test('who holds a device that signed in has five tries with it without a proof', async () => {
    const device = newDevice();
    await signIn({ device }).expect(200);
    await guess({ device }, 5);
    await signIn({}).expect(200);
  });

  test('does not keep the owner out who has set a new password by mail on a new device', async () => {
    const { db, secrets } = world.services;
    const device = newDevice();
    await spendStrangers();
    const address = '192.0.2.9';
    await signIn({ device, address }).expect(429);
    const link = { userId: member.id, purpose: 'reset', requestedById: null, hours: 1 } as const;
    const token = linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link)));
    const next = 'another ぱすわーど of mine';
    const body = { token, password: next, confirmPassword: next };
    await from(send(world, updatePassword, { body }), { device, address }).expect(204);
    await spendStrangers();
    await signIn({ device, address }, next).expect(200);
  });
});

test('the device where an invitation was accepted is known', async () => {
  const { db, secrets } = world.services;
  member = await addStaff(world, { role: 'Teacher', status: UserStatus.INVITED });
  const link = { userId: member.id, purpose: 'invitation', requestedById: null, hours: 1 } as const;
  const token = linkToken(secrets, await db.transaction((tx) => createLink(tx, secrets, link)));
  const device = newDevice();
  const body = { token, password, confirmPassword: password };
  await from(send(world, acceptInvitation, { body }), { device }).expect(204);
  await spendStrangers();
  await signIn({ device, address: '192.0.2.1' }).expect(200);
});

describe('links that strangers ask for', () => {
  const ask = (place: From, email = member.email) => from(send(world, forgotPassword, { body: { email } }), place);

  test('do not spend the owner’s', async () => {
    const device = newDevice();
    await signIn({ device }).expect(200);
    for (let time = 0; time < 3; time += 1) await ask({ address: '203.0.113.1' }).expect(202);
    await ask({ address: '203.0.113.2' }).expect(429);
    for (const place of [{ device, address: '192.0.2.1' }, {}]) {
      for (let time = 0; time < 3; time += 1) await ask(place).expect(202);
      await ask(place).expect(429);
    }
  });

  test('from the owner’s network are answered while a stranger there asks for many addresses', async () => {
    const address = '198.51.100.99';
    await signIn({ address }).expect(200);
    for (let time = 0; time < 60; time += 1) await ask({ address }, `u${time}@school.test`).expect(202);
    await ask({ address }, 'one-more@school.test').expect(429);
    await ask({ address }).expect(202);
  });

  test('count alike for an address without an account', async () => {
    for (let time = 0; time < 3; time += 1) await ask({ device: newDevice() }, 'nobody@school.test').expect(202);
    await ask({ address: '203.0.113.2' }, 'nobody@school.test').expect(429);
  });
});

test('a place is kept as a hash, and forgotten 400 days after the last sign-in there', async () => {
  const { db } = world.services;
  const device = newDevice();
  await signIn({ device }).expect(200);
  const placesOf = () => db.select().from(signInPlaces).where(eq(signInPlaces.userId, member.id));
  const rows = await placesOf();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(device);
  const [first] = rows;
  if (!first) throw new Error('No place was kept');
  const day = 86_400_000;
  const set = (days: number) => ({ lastUsedAt: new Date(Date.now() - days * day) });
  await db.update(signInPlaces).set(set(399)).where(eq(signInPlaces.userId, member.id));
  await db.update(signInPlaces).set(set(401)).where(eq(signInPlaces.placeHash, first.placeHash));
  await forgetExpiredAccess(world.services);
  expect((await placesOf()).map(({ placeHash }) => placeHash)).toEqual([rows[1]?.placeHash]);
});

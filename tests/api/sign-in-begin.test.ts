import { beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { rememberPlace } from '#api/domains/auth/places.ts';
import { rateLimits } from '#api/ground/db/schema.ts';
import { storedKey } from '#api/ground/http/stored-counter.ts';
import { beginPasskeyLogin } from '#schema/rest/passkeys.ts';
import { beginProviderLogin } from '#schema/rest/sign-in-providers.ts';
import type { ProofDemand } from '#schema/rules/proof-work.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { proofFor, wrongProofFor } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { providerPeople } from './provider-people.ts';
import { addStaff, problemOf, send } from './school.ts';

const world = keptApi();
const { newSchool, providerFor } = providerPeople(world);
const school = '198.51.100.7';
let email: string;

beforeEach(async () => {
  await world.services.db.delete(rateLimits);
  ({ email } = await providerFor(await newSchool()));
});

interface Begun {
  readonly address?: string;
  readonly device?: string | undefined;
  readonly proof?: SignInProof;
}

const newDevice = () => randomBytes(16).toString('base64url');

describe.each([
  { name: 'passkey', operation: beginPasskeyLogin, counter: 'passkey-begin', points: 300, body: () => ({}) },
  { name: 'provider', operation: beginProviderLogin, counter: 'provider-begin', points: 60, body: () => ({ email }) },
])('sign-ins that begin with a $name, from a network where a stranger used the limit up', (way) => {
  const begin = ({ address = school, device = newDevice(), proof }: Begun = {}) =>
    send(world, way.operation, { body: { ...way.body(), proof } })
      .set('x-forwarded-for', address)
      .set('x-device', device);
  const demandOf = async (begun: Begun = {}): Promise<ProofDemand> => {
    const { messageKey, proof } = await problemOf(begin(begun), 429);
    expect(messageKey).toBe('messages.proofNeeded');
    if (!proof) throw new Error('No proof was asked for');
    return proof;
  };

  const useUp = (network: string) => {
    const key = storedKey(world.services.secrets, way.counter, network);
    return world.services.db.insert(rateLimits).values({ key, points: way.points, expire: Date.now() + 60_000 });
  };

  /** The stranger's requests use up the network's limit of this minute. */
  beforeEach(async () => {
    await useUp(school);
  });

  test('a device where staff have signed in goes past, within a limit of its own', async () => {
    const { id } = await addStaff(world, { role: 'Teacher', passwordHash: await quickHash('quiet river stones') });
    const device = newDevice();
    await begin({ device }).expect(429);
    await rememberPlace(world.services.db, id, { address: '192.0.2.1', device });
    for (let time = 0; time < 30; time += 1) await begin({ device }).expect(200);
    await demandOf({ device });
    await begin({ device: newDevice() }).expect(429);
  });

  test('a new device goes past with a proof of work, once', async () => {
    const demand = await demandOf();
    await begin({ proof: wrongProofFor(demand) }).expect(429);
    const proof = proofFor(await demandOf());
    await begin({ proof }).expect(200);
    await begin({ proof }).expect(429);
  });

  test('a proof is for the network of its challenge', async () => {
    const elsewhere = '198.51.100.8';
    await useUp(elsewhere);
    const proof = proofFor(await demandOf({ address: elsewhere }));
    await begin({ proof }).expect(429);
  });

  test('other networks need no proof', async () => {
    await begin({ address: '198.51.100.9' }).expect(200);
  });
});

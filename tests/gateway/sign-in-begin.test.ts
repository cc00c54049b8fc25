import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { rateLimits } from '#api/ground/db/schema.ts';
import { proofDemand, type SignInProof } from '#schema/rules/sign-in-proof.ts';
import { providerPeople } from '#tests/api/provider-people.ts';
import { graphql } from '#tests/support/people.ts';
import { proofFor, wrongProofFor } from '#tests/support/proofs.ts';
import { ownWorld } from '#tests/support/world.ts';

// A world of its own: the API process remembers for a minute that this machine's limit was used up.
const world = ownWorld();
let email: string;

beforeEach(async () => {
  const { newSchool, providerFor } = providerPeople(world);
  ({ email } = await providerFor(await newSchool()));
});

const refusal = z.object({
  code: z.literal('PROOF_REQUIRED'),
  status: z.literal(429),
  messageKey: z.literal('messages.proofNeeded'),
  proof: proofDemand,
});

test.each([
  {
    counter: 'passkey-begin',
    query: 'mutation ($proof: SignInProofInput) { begun: beginPasskeyLogin(proof: $proof) { challenge } }',
    begun: { challenge: expect.any(String) as unknown },
  },
  {
    counter: 'provider-begin',
    query:
      'mutation ($email: String!, $proof: SignInProofInput) { begun: beginProviderLogin(email: $email, proof: $proof) { url } }',
    begun: { url: expect.stringContaining('http') as unknown },
  },
])('past the limit of $counter a sign-in begins with a proof of work', async ({ counter, query, begun }) => {
  const begin = async (proof?: SignInProof) => {
    const variables = { proof, ...(query.includes('$email') ? { email } : {}) };
    const { data, errors } = await graphql<{ begun: unknown }>(world, query, variables);
    return { begun: data?.begun, extensions: errors?.[0]?.extensions };
  };
  expect((await begin()).begun).toMatchObject(begun);
  await world.services.db.update(rateLimits).set({ points: 1_000, expire: Date.now() + 60_000 });
  const { proof } = refusal.parse((await begin()).extensions);
  expect(refusal.parse((await begin(wrongProofFor(proof))).extensions).proof.challenge).not.toBe(proof.challenge);
  const again = refusal.parse((await begin()).extensions).proof;
  expect((await begin(proofFor(again))).begun, counter).toMatchObject(begun);
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLoginLimits } from '#api/domains/auth/login-limits.ts';
import type { ProofDemand } from '#schema/rules/proof-work.ts';
import { proofDemand, signInProof, type SignInProof } from '#schema/rules/sign-in-proof.ts';
import { addStaff } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { graphql } from '#tests/support/people.ts';
import { proofFor, wrongProofFor } from '#tests/support/proofs.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { codeOf, giveSecondFactor } from '#tests/support/second-factor.ts';
import { blocksOf, makeWorkplace } from './example-blocks.ts';

const password = 'quiet river stones';
const world = keptWorld();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await quickHash(password);
});

/** A teacher of whom strangers have guessed as often as they can without a proof. */
async function attacked() {
  const member = await addStaff(world, { role: 'Teacher', passwordHash });
  const limits = createLoginLimits(world.services);
  const place = { kind: 'stranger', key: 'elsewhere' } as const;
  for (let time = 0; time < 20; time += 1)
    await limits.take({ account: member.id, address: '203.0.113.9', place }, { proven: true });
  return member;
}

const refusal = z.object({
  code: z.literal('PROOF_REQUIRED'),
  status: z.literal(429),
  messageKey: z.literal('messages.proofNeeded'),
  retryAfter: z.number().min(1).max(900),
  proof: proofDemand,
});

async function login(email: string, proof?: SignInProof, typed = password) {
  const query =
    'mutation ($input: LoginInput!) { login(input: $input) { userId } userErrors { code messageKey message } }';
  const { data, errors } = await graphql<{ login: { userId: string } | null; userErrors: unknown[] }>(world, query, {
    input: { email, password: typed, proof },
  });
  return { userId: data?.login?.userId, userErrors: data?.userErrors, extensions: errors?.[0]?.extensions };
}

async function demandOf(...attempt: Parameters<typeof login>): Promise<ProofDemand> {
  return refusal.parse((await login(...attempt)).extensions).proof;
}

test('a sign-in under attack is refused with a challenge, and passes with its solution', async () => {
  const { id, email } = await attacked();
  const refused = await login(email);
  expect(refused.userErrors).toEqual([
    {
      code: 'PROOF_REQUIRED',
      messageKey: 'messages.proofNeeded',
      message: 'Too many wrong sign-ins. Wait, or send a proof of work.',
    },
  ]);
  const { proof } = refusal.parse(refused.extensions);
  expect(await login(email, proofFor(proof))).toMatchObject({ userId: id, userErrors: [] });
});

test('a proof that is wrong, was used or is another account’s is refused with a new challenge', async () => {
  const [{ email }, other] = [await attacked(), await attacked()];
  const demand = await demandOf(email);
  const again = await demandOf(email, wrongProofFor(demand));
  expect(again.challenge).not.toBe(demand.challenge);
  await demandOf(other.email, proofFor(demand));
  const proof = proofFor(again);
  expect((await login(email, proof, 'wrong')).extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
  await demandOf(email, proof);
});

test('a code of the second step passes with a proof', async () => {
  const { id, email } = await attacked();
  const { secret } = await giveSecondFactor(world.services, id);
  const { extensions } = await login(email, proofFor(await demandOf(email)));
  const query = 'mutation ($input: CompleteLoginInput!) { completeLogin(input: $input) { userId } }';
  const complete = (proof?: SignInProof) =>
    graphql<{ completeLogin: { userId: string } | null }>(world, query, {
      input: { challenge: extensions?.['challenge'], code: codeOf(secret), proof },
    });
  const { proof } = refusal.parse((await complete()).errors?.[0]?.extensions);
  expect((await complete(proofFor(proof))).data?.completeLogin?.userId).toBe(id);
});

test('the function of the worked examples makes a proof', async () => {
  const { id, email } = await attacked();
  const place = await makeWorkplace(world.url, 'curl');
  onTestFinished(() => rm(place.folder, { recursive: true, force: true }));
  const shown = (await blocksOf(world.url)).find(({ title }) => title === 'proof.ts')?.text ?? '';
  await writeFile(join(place.folder, 'proof.ts'), shown);
  const demand = JSON.stringify(await demandOf(email));
  await writeFile(
    join(place.folder, 'print.ts'),
    `import { proofFor } from './proof.ts';\nconsole.log(JSON.stringify(proofFor(${demand})));\n`,
  );
  const proof = signInProof.parse(JSON.parse(await place.node('print.ts')));
  expect((await login(email, proof)).userId).toBe(id);
});

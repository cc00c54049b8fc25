import { randomUUID, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { createCounter, isWithin } from '#api/ground/http/stored-counter.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';
import { isProof, proofBits, type ProofDemand, proofWork } from '#schema/rules/proof-work.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { algorithm, issuer, keyOf, verifiedClaims } from './jwt.ts';
import { withHashingSlot } from './passwords.ts';
import { hashOf } from './tokens.ts';

// No access token has this audience, so neither kind of token is accepted as the other.
const audience = 'sign-in-proof';
// A slow tablet takes a minute for the hardest challenge.
const lifetimeSeconds = 5 * 60;

const claims = z.object({ sub: z.string(), jti: z.uuid(), bits: z.int() });

/** Proofs of work in place of a lock: each is for one account, for five minutes, and for one attempt. */
export interface SignInProofs {
  /** A challenge for an account; `excess` is the ratio of its failures to the limit. */
  demand(account: string, excess: number): Promise<ProofDemand>;
  /** Verifies a proof and spends it. The proof may be one bit easier than the current demand. */
  spend(account: string, proof: SignInProof, excess: number): Promise<boolean>;
}

export function createSignInProofs(services: Uses<'pool' | 'secrets'>): SignInProofs {
  const { secrets } = services;
  const spent = createCounter(services, { name: 'login-proof', points: 1, seconds: lifetimeSeconds });
  return {
    async demand(account, excess) {
      const bits = bitsFor(excess);
      const { id: kid, value } = secrets.current('tokens');
      const challenge = await new SignJWT({ bits })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subjectOf(account))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds} seconds`)
        .sign(await keyOf(value));
      return { challenge, bits };
    },

    async spend(account, { challenge, solution }, excess) {
      const read = await readChallenge(secrets, challenge);
      if (read?.sub !== subjectOf(account) || read.bits < bitsFor(excess) - 1) return false;
      const hash = await withHashingSlot(() => hashed(challenge, solution));
      return isProof(hash, read.bits) && isWithin(spent, read.jti);
    },
  };
}

// Doubling the failures doubles the work.
const bitsFor = (excess: number): number =>
  Math.min(proofBits.most, proofBits.least + Math.floor(Math.log2(Math.max(1, excess))));

// Known and unknown accounts are hashed alike, so that a challenge does not reveal whether an account exists.
const subjectOf = (account: string): string => hashOf(`proof ${account}`);

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);

function hashed(challenge: string, solution: number): Promise<Buffer> {
  const { dkLen, ...costs } = proofWork;
  return derive(challenge, String(solution), dkLen, costs);
}

async function readChallenge(secrets: Secrets, challenge: string) {
  const requiredClaims = ['exp', 'sub', 'jti'];
  return claims.safeParse(await verifiedClaims(secrets, challenge, { audience, requiredClaims })).data;
}

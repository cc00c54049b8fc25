import { scryptSync } from 'node:crypto';
import { like } from 'drizzle-orm';
import { rateLimits } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { isProof, type ProofDemand, proofWork } from '#schema/rules/proof-work.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';

const { dkLen, ...costs } = proofWork;

const solves = ({ challenge, bits }: ProofDemand, solution: number): boolean =>
  isProof(scryptSync(challenge, String(solution), dkLen, costs), bits);

/** The proof of work that a refused sign-in asks for. */
export function proofFor(demand: ProofDemand): SignInProof {
  let solution = 0;
  while (!solves(demand, solution)) solution += 1;
  return { challenge: demand.challenge, solution };
}

/** An answer that is none. */
export function wrongProofFor(demand: ProofDemand): SignInProof {
  let solution = 0;
  while (solves(demand, solution)) solution += 1;
  return { challenge: demand.challenge, solution };
}

/** Ends the seconds that a stranger's next try waits. */
export const endWaits = async ({ db }: Uses<'db'>): Promise<void> => {
  await db.delete(rateLimits).where(like(rateLimits.key, 'login-wait:%'));
};

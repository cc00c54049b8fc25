import { scrypt } from '@noble/hashes/scrypt';
import { isProof, type ProofDemand, proofWork } from '#schema/rules/proof-work.ts';

/** The tries of one worker: every `step`-th number from `first` on. */
export interface Share {
  readonly demand: ProofDemand;
  readonly first: number;
  readonly step: number;
}

/**
 * Checks one candidate; takes 10 to 100 milliseconds. `crypto.subtle` is no alternative: it lacks scrypt, and pages
 * served over http from another host do not have it.
 */
export const isSolution = ({ challenge, bits }: ProofDemand, solution: number): boolean =>
  isProof(scrypt(challenge, String(solution), proofWork), bits);

import { scrypt } from '@noble/hashes/scrypt';
import { isProof, type ProofDemand, proofWork } from '#schema/rules/proof-work.ts';

/** The part of a challenge's tries that one worker makes: every `step`-th from `first` on. */
export interface Share {
  readonly demand: ProofDemand;
  readonly first: number;
  readonly step: number;
}

/**
 * Tries one solution; 10 to 100 milliseconds. Not `crypto.subtle`: it has no scrypt, and pages that come over http from another
 * host have no `crypto.subtle`.
 */
export const isSolution = ({ challenge, bits }: ProofDemand, solution: number): boolean =>
  isProof(scrypt(challenge, String(solution), proofWork), bits);

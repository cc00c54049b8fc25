import { z } from 'zod';
import type { ProofDemand } from './proof-work.ts';

/** The demand of a refused sign-in. */
export const proofDemand: z.ZodType<ProofDemand> = z.object({ challenge: z.string(), bits: z.int() });

/** The solution of the demand. */
export const signInProof = z.object({
  challenge: z
    .string({ error: 'messages.invalidValue' })
    .min(1, { error: 'messages.invalidValue' })
    .max(1000, { error: 'messages.valueTooLong' }),
  solution: z
    .int({ error: 'messages.invalidValue' })
    .min(0, { error: 'messages.invalidValue' })
    .max(2 ** 31 - 1, { error: 'messages.invalidValue' }),
});
export type SignInProof = z.output<typeof signInProof>;

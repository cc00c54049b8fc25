import { z } from 'zod';
import { means } from '../rest/meanings.ts';
import { ownPassword } from './password.ts';
import { signInProof } from './sign-in-proof.ts';

/** A code of the app or a recovery code as it is compared: without spaces and dashes, in capitals. */
export const codeForm = (code: string): string => code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();

/** A code as it is typed: six digits of the app, or a recovery code. */
const secondFactorCode = means(
  z
    .string({ error: 'messages.secondFactorCodeRequire' })
    .trim()
    .min(1, { error: 'messages.secondFactorCodeRequire' })
    .max(60, { error: 'messages.valueTooLong' }),
  { text: 'secondFactorCode' },
);

/** The second step of a sign-in. */
export const completeLoginRules = z.object({
  /** The challenge in the first step's refusal. */
  challenge: z.string({ error: 'messages.signInAgain' }).min(1, { error: 'messages.signInAgain' }).max(2000, {
    error: 'messages.signInAgain',
  }),
  code: secondFactorCode,
  /** The solution that a refusal with `messages.proofNeeded` demands. */
  proof: signInProof.nullish(),
});

/** The body of operations that need one's own password. */
export const withOwnPasswordRules = z.object({ password: ownPassword });

/** The first code of a new app. */
export const confirmSecondFactorRules = z.object({ code: secondFactorCode });

/** The body of operations that need both steps again. */
export const bothStepsRules = z.object({ password: ownPassword, code: secondFactorCode });

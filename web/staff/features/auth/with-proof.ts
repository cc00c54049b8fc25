import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { prove } from '#web/staff/platform/proof/prove.ts';

// Failures of others may make the work harder while it is done.
const mostRounds = 5;
// Seconds. A longer wait is for the person to decide.
const shortWait = 5;

interface Slowed<Answer> {
  /** Sends the sign-in; with a proof after a refusal that asks for one. */
  readonly send: (proof: SignInProof | undefined) => Promise<Answer>;
  /** Called when the sign-in takes longer than usual. */
  readonly onSlow: () => void;
}

/** Signs in where wrong passwords slowed the account down: waits a moment, or does the work that the server asks for. */
export async function withProof<Answer>({ send, onSlow }: Slowed<Answer>): Promise<Answer> {
  let proof: SignInProof | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return await send(proof);
    } catch (error) {
      const { proof: demand, status, retryAfter = Infinity } = problemOf(error);
      const isWaitShort = status === 429 && retryAfter <= shortWait;
      if (round === mostRounds || (!demand && !isWaitShort)) throw error;
      onSlow();
      if (demand) proof = await prove(demand);
      else await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
  }
}

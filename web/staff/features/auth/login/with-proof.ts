import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { prove } from '#web/staff/platform/proof/prove.ts';

// Other failed sign-ins can raise the demand during the work, so several rounds may be needed.
const mostRounds = 5;
// Seconds. The user decides about a longer wait.
const shortWait = 5;

interface Slowed<Answer> {
  /** Sends the sign-in, with a proof of work after a refusal that demands one. */
  readonly send: (proof: SignInProof | undefined) => Promise<Answer>;
  /** Called when the sign-in takes longer than usual. A button that shows the pending request needs no more. */
  readonly onSlow?: () => void;
}

/** Signs in to an account that wrong passwords slowed down: waits briefly, or makes the demanded proof of work. */
export async function withProof<Answer>({ send, onSlow }: Slowed<Answer>): Promise<Answer> {
  let proof: SignInProof | undefined;
  for (let round = 1; ; round += 1) {
    try {
      return await send(proof);
    } catch (error) {
      const { proof: demand, status, retryAfter = Infinity } = problemOf(error);
      const isWaitShort = status === 429 && retryAfter <= shortWait;
      if (round === mostRounds || (!demand && !isWaitShort)) throw error;
      onSlow?.();
      if (demand) proof = await prove(demand);
      else await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
    }
  }
}

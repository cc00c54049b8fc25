import type { Pool } from 'pg';
import { type ApiProblem, notFound } from '#api/http/problems.ts';
import { createRateLimit } from '#api/http/rate-limit.ts';

const missesAMinute = { points: 60, seconds: 60 };

/** Look-ups by code. Only misses are counted, so that a whole school behind one address enters at once. */
export interface LookUps {
  /** Hands on what was found. A miss answers 404, whatever the reason, and 429 once the address has missed too often. */
  found<Result>(address: string, result: Result | undefined, missing?: Missing): Promise<Result>;
  /** For secret codes short enough to be guessed, as a class's: past the limit not even a right one is answered. */
  guessable<Result>(address: string, lookUp: () => Promise<Result | undefined>, missing?: Missing): Promise<Result>;
}

/** What a miss is called, when it is more than a record that is not there. */
type Missing = () => ApiProblem;

export function createLookUps({ pool }: { pool: Pool }): LookUps {
  const misses = createRateLimit(pool, { name: 'code-misses', ...missesAMinute });
  const wrongGuesses = createRateLimit(pool, { name: 'short-code-misses', ...missesAMinute });

  return {
    async found(address, result, missing = notFound) {
      if (result !== undefined) return result;
      await misses.take(address);
      throw missing();
    },
    async guessable(address, lookUp, missing = notFound) {
      await wrongGuesses.assertOpen(address);
      const result = await lookUp();
      if (result !== undefined) return result;
      await wrongGuesses.take(address);
      throw missing();
    },
  };
}

import { type ApiProblem, notFound } from '#api/ground/http/problems.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import type { Uses } from '#api/ground/services.ts';

const missesAMinute = { points: 60, seconds: 60 };

/** Rate limits for look-ups by code. Only misses count, so that a whole school behind one address can enter at once. */
export interface LookUps {
  /** Resolves to what was found. A miss answers 404, and 429 after too many misses from one address. */
  found<Result>(address: string, result: Result | undefined, missing?: Missing): Promise<Result>;
  /** For secret codes that are short enough to guess, such as class codes: past the limit a right code answers 429 too. */
  guessable<Result>(address: string, lookUp: () => Promise<Result | undefined>, missing?: Missing): Promise<Result>;
}

/** The problem of a miss, where it is not the plain 404. */
type Missing = () => ApiProblem;

export function createLookUps(services: Uses<'pool' | 'secrets'>): LookUps {
  const misses = createRateLimit(services, { name: 'code-misses', ...missesAMinute });
  const wrongGuesses = createRateLimit(services, { name: 'short-code-misses', ...missesAMinute });

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

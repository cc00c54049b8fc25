import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '#api/address/network.ts';
import { tooManyRequests } from '#api/http/problems.ts';

/** Whose attempt it is: the account, however it was spelt, and the address it comes from. */
interface Attempt {
  readonly account: string;
  readonly address: string;
}

/**
 * Failures per account (5 in 15 minutes) and per address (60 a minute), counted in the database for every API process.
 * An attempt is counted before the password is looked at and given back when it was right: guesses that come at the
 * same moment cannot slip through together, and a school that signs in at eight o'clock is not held up.
 */
export interface LoginLimits {
  /** Answers 429 when the account or the address has used up its failures. */
  assertOpen(attempt: Attempt): Promise<void>;
  /** Counts the attempt; answers 429 when it is one too many. */
  take(attempt: Attempt): Promise<void>;
  /** The password was right. */
  giveBack(attempt: Attempt): Promise<void>;
  /** The account's failures count no more. */
  forget(account: string): Promise<void>;
}

export function createLoginLimits(pool: Pool): LoginLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    });
  const accounts = limiter('login-account', 5, 15 * 60);
  const addresses = limiter('login-address', 60, 60);

  return {
    async assertOpen({ account, address }) {
      for (const used of [await addresses.get(networkOf(address)), await accounts.get(account)])
        if (used && used.remainingPoints <= 0) throw tooManyRequests(used.msBeforeNext / 1000);
    },
    async take({ account, address }) {
      await addresses.consume(networkOf(address)).catch(asProblem);
      await accounts.consume(account).catch(asProblem);
    },
    async giveBack({ account, address }) {
      await addresses.reward(networkOf(address));
      await accounts.delete(account);
    },
    async forget(account) {
      await accounts.delete(account);
    },
  };
}

// The library rejects with its result when the points are used up, and with an error when the database failed.
function asProblem(reason: unknown): never {
  throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000) : reason;
}

import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '#api/ground/http/network.ts';
import { tooManyRequests } from '#api/ground/http/problems.ts';

/** A sign-in attempt: the account's id or a hash of an unknown name, and the client's address. */
interface Attempt {
  readonly account: string;
  readonly address: string;
}

/**
 * Limits failed sign-ins per account (5 in 15 minutes) and per network (60 a minute), counted in the database for all API
 * processes. An attempt counts before the password is verified and is given back when it is right: simultaneous guesses
 * cannot pass together, and a school that signs in at eight o'clock is not blocked.
 */
export interface LoginLimits {
  /** Answers 429 when the account or the network has no failures left. */
  assertOpen(attempt: Attempt): Promise<void>;
  /** Counts the attempt; answers 429 past the limit. */
  take(attempt: Attempt): Promise<void>;
  /** Gives an attempt back, because the password was right. */
  giveBack(attempt: Attempt): Promise<void>;
  /** Resets the account's failures. */
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

// The library rejects with a result object past the limit, and with an error when the database fails.
function asProblem(reason: unknown): never {
  throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000) : reason;
}

import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { MessageKey } from '#schema/problem.ts';
import { networkOf } from './network.ts';
import { tooManyRequests } from './problems.ts';

export interface RateLimitOptions {
  /** The name of the counter; limits with the same name share their counts. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** The message of a refusal; by default `messages.tooManyRequests`. */
  readonly messageKey?: MessageKey;
}

/** A rate limit per address, counted in the database for all API processes. */
export interface RateLimit {
  /** Counts one attempt; throws 429 when the limit is exceeded. */
  take(address: string): Promise<void>;
  /** Gives an attempt back that was counted. */
  giveBack(address: string): Promise<void>;
  /** Throws 429 when the limit is used up, without counting. */
  assertOpen(address: string): Promise<void>;
}

export function createRateLimit(pool: Pool, { name, points, seconds, messageKey }: RateLimitOptions): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // Further attempts are refused from memory without a query.
    inMemoryBlockOnConsumed: points + 1,
  });

  return {
    take: (address) => takeFrom(limiter, address, messageKey),
    async giveBack(address) {
      await limiter.reward(networkOf(address));
    },
    async assertOpen(address) {
      const used = await limiter.get(networkOf(address));
      if (used && used.remainingPoints <= 0) throw tooManyRequests(used.msBeforeNext / 1000, messageKey);
    },
  };
}

/** A rate limit counted in this process only, for frequent events. */
export function createLocalRateLimit({ name, points, seconds, messageKey }: RateLimitOptions): Pick<RateLimit, 'take'> {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return { take: (address) => takeFrom(limiter, address, messageKey) };
}

async function takeFrom(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  address: string,
  messageKey: MessageKey | undefined,
): Promise<void> {
  await limiter.consume(networkOf(address)).catch((reason: unknown) => {
    // The library rejects with its result when the points are used up, and with an error when the database failed.
    throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000, messageKey) : reason;
  });
}

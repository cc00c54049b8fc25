import { RateLimiterMemory, type RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Uses } from '#api/ground/services.ts';
import type { MessageKey } from '#schema/problem.ts';
import { networkOf } from './network.ts';
import { tooManyRequests } from './problems.ts';
import { consume, createCounter } from './stored-counter.ts';

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
  /** Counts one attempt. Resolves to the milliseconds to wait when the limit is exceeded, else to 0. */
  count(address: string): Promise<number>;
  /** Gives an attempt back that was counted. */
  giveBack(address: string): Promise<void>;
  /** Throws 429 when the limit is used up, without counting. */
  assertOpen(address: string): Promise<void>;
}

export function createRateLimit(
  store: Uses<'pool' | 'secrets'>,
  { name, points, seconds, messageKey }: RateLimitOptions,
): RateLimit {
  const limiter = createCounter(store, { name, points, seconds, refusedFromMemoryAt: points + 1 });

  return {
    take: (address) => takeFrom(limiter, address, messageKey),
    count: (address) => countIn(limiter, address),
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

type Limiter = RateLimiterMemory | RateLimiterPostgres;

async function takeFrom(limiter: Limiter, address: string, messageKey: MessageKey | undefined): Promise<void> {
  const wait = await countIn(limiter, address);
  if (wait > 0) throw tooManyRequests(wait / 1000, messageKey);
}

async function countIn(limiter: Limiter, address: string): Promise<number> {
  const { isWithin, msBeforeNext } = await consume(limiter, networkOf(address));
  return isWithin ? 0 : Math.max(1, msBeforeNext);
}

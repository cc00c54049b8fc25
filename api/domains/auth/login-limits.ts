import { like } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '#api/ground/db/schema.ts';
import { networkOf } from '#api/ground/http/network.ts';
import { tooManyRequests } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Place } from './places.ts';

/** A sign-in attempt: the account's id or a hash of an unknown name, the client's address, and its place. */
interface Attempt {
  readonly account: string;
  readonly address: string;
  readonly place: Place;
  /** A code after a right password; absent, a password. */
  readonly step?: 'code';
}

/**
 * Limits failed sign-ins, counted in the database for all API processes: 5 in 15 minutes per account and place, 20 in 15
 * minutes per account from all unknown places together, and 60 a minute per network unless the device is known. So a
 * stranger locks out nobody who signs in where they did before. An attempt counts before the password is verified and is
 * given back when it is right: simultaneous guesses cannot pass together, and a school that signs in at eight o'clock is
 * not blocked. Wrong codes of the second step count as wrong passwords, and 30 a day per account from all unknown places:
 * three of a million codes are right at a time.
 */
export interface LoginLimits {
  /** Answers 429 when the account's place or the network has no failures left. */
  assertOpen(attempt: Attempt): Promise<void>;
  /** Counts the attempt; answers 429 past the limit. */
  take(attempt: Attempt): Promise<void>;
  /** Gives an attempt back, because the password was right and the code is still to come. */
  refund(attempt: Attempt): Promise<void>;
  /** Gives an attempt back with the earlier ones of its place, because the sign-in was right. */
  giveBack(attempt: Attempt): Promise<void>;
  /** Resets the account's failures, wherever they were. */
  forget(account: string): Promise<void>;
}

const quarter = 15 * 60;

export function createLoginLimits({ db, pool }: Uses<'db' | 'pool'>): LoginLimits {
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
  const places = limiter('login-place', 5, quarter);
  const strangers = limiter('login-strangers', 20, quarter);
  const addresses = limiter('login-address', 60, 60);
  const strangersCodes = limiter('login-strangers-codes', 30, 24 * 60 * 60);

  const placeKey = ({ account, place }: Attempt): string => `${account} ${place.key}`;
  const countersOf = (attempt: Attempt): readonly (readonly [RateLimiterPostgres, string])[] => [
    ...(attempt.place.kind === 'device' ? [] : [[addresses, networkOf(attempt.address)] as const]),
    [places, placeKey(attempt)],
    ...(attempt.place.kind === 'stranger' ? [[strangers, attempt.account] as const] : []),
    ...(attempt.place.kind === 'stranger' && attempt.step === 'code'
      ? [[strangersCodes, attempt.account] as const]
      : []),
  ];

  return {
    async assertOpen(attempt) {
      for (const [counter, key] of countersOf(attempt)) {
        const used = await counter.get(key);
        if (used && used.remainingPoints <= 0) throw tooManyRequests(used.msBeforeNext / 1000);
      }
    },
    async take(attempt) {
      for (const [counter, key] of countersOf(attempt)) await counter.consume(key).catch(asProblem);
    },
    async refund(attempt) {
      for (const [counter, key] of countersOf(attempt)) await counter.reward(key);
    },
    async giveBack(attempt) {
      for (const [counter, key] of countersOf(attempt))
        await (counter === places ? counter.delete(key) : counter.reward(key));
    },
    async forget(account) {
      await strangers.delete(account);
      await strangersCodes.delete(account);
      await db.delete(rateLimits).where(like(rateLimits.key, `login-place:${account} %`));
    },
  };
}

// The library rejects with a result object past the limit, and with an error when the database fails.
function asProblem(reason: unknown): never {
  throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000) : reason;
}

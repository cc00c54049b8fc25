import { createHmac } from 'node:crypto';
import { type RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';

interface CounterOptions {
  /** The name of the counter; counters with the same name share their counts. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** From so many points on, further attempts are refused from memory, without a query. */
  readonly refusedFromMemoryAt?: number;
}

type Store = Uses<'pool' | 'secrets'>;

/** Counts attempts per key in the table `rate_limits`, for all API processes together. */
export const createCounter = (store: Store, options: CounterOptions): RateLimiterPostgres =>
  new DigestingCounter(store, options);

class DigestingCounter extends RateLimiterPostgres {
  readonly #secrets: Secrets;
  readonly #name: string;

  constructor({ pool, secrets }: Store, { name, points, seconds, refusedFromMemoryAt }: CounterOptions) {
    super({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      ...(refusedFromMemoryAt !== undefined && { inMemoryBlockOnConsumed: refusedFromMemoryAt }),
    });
    this.#secrets = secrets;
    this.#name = name;
  }

  override getKey(key: string | number): string {
    return storedKey(this.#secrets, this.#name, String(key));
  }
}

/** An attempt that was counted. */
export interface CountedAttempt {
  /** Whether the attempt is within the limit. */
  readonly isWithin: boolean;
  /** The attempts so far, with this one; 0 when it was refused from memory. */
  readonly consumedPoints: number;
  /** Milliseconds until the count starts anew. */
  readonly msBeforeNext: number;
}

/** Counts an attempt. Resolves past the counter's limit too; rejects only when the database fails. */
export async function consume(counter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<CountedAttempt> {
  try {
    const { consumedPoints, msBeforeNext } = await counter.consume(key);
    return { isWithin: true, consumedPoints, msBeforeNext };
  } catch (reason) {
    // The library rejects with its result past the limit, and with an error when the database fails.
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return { isWithin: false, consumedPoints: reason.consumedPoints, msBeforeNext: reason.msBeforeNext };
  }
}

/** Counts an attempt; false past the counter's limit. */
export const isWithin = async (counter: RateLimiterPostgres, key: string): Promise<boolean> =>
  (await consume(counter, key)).isWithin;

// 128 bits: no two keys have the same digest.
const digestLength = 32;

/**
 * A key as the table has it: the counter's name, and an HMAC of each word of the key, so that the table tells nobody's
 * network or e-mail. Words have digests of their own, so that all keys which begin with the same words can be deleted
 * together. When the signing key rotates, and for rows of versions that stored plain keys, counts start anew: the old
 * rows match no key any more, and the nightly clean-up removes them within a day.
 */
export function storedKey(secrets: Secrets, name: string, key: string): string {
  const { value } = secrets.current('tokens');
  const digestOf = (word: string) =>
    createHmac('sha256', value).update(`rate limit ${word}`).digest('hex').slice(0, digestLength);
  return `${name}:${key.split(' ').map(digestOf).join(' ')}`;
}

import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '#api/http/problems.ts';
import { createRateLimit, type RateLimit } from '#api/http/rate-limit.ts';
import { hashOf } from './refresh-tokens.ts';

/** What keeps mailboxes from being flooded and tokens from being guessed; counted alike for addresses nobody has. */
export interface LinkLimits {
  /** Counts a request for a link: 3 an hour for one mailbox, 60 a minute from one network; 429 for one too many. */
  takeRequest(request: { readonly email: string; readonly address: string }): Promise<void>;
  /** Tokens that are none of ours: 60 a minute from one network. */
  readonly unknownTokens: RateLimit;
}

export function createLinkLimits(pool: Pool): LinkLimits {
  const mailboxes = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'forgot-password',
    points: 3,
    duration: 60 * 60,
  });
  const senders = createRateLimit(pool, { name: 'forgot-password-address', points: 60, seconds: 60 });

  return {
    async takeRequest({ email, address }) {
      await senders.take(address);
      await mailboxes.consume(hashOf(email.toLowerCase())).catch((reason: unknown) => {
        throw reason instanceof RateLimiterRes ? tooManyRequests(reason.msBeforeNext / 1000) : reason;
      });
    },
    unknownTokens: createRateLimit(pool, { name: 'account-link', points: 60, seconds: 60 }),
  };
}

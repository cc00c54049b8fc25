import { tooManyRequests } from '#api/ground/http/problems.ts';
import { createRateLimit, type RateLimit } from '#api/ground/http/rate-limit.ts';
import { consume, createCounter } from '#api/ground/http/stored-counter.ts';
import type { Uses } from '#api/ground/services.ts';
import { type Origin, placeOf } from './places.ts';
import { findAccount } from './sessions.ts';
import { hashOf } from './tokens.ts';

/** Limits against flooded mailboxes and guessed tokens. Unknown addresses count like known ones. */
export interface LinkLimits {
  /**
   * Counts a request for a link; answers 429 past the limit. An hour has 3 per mailbox: one count for all strangers
   * together, and one for each device or network where the owner has signed in, so that others cannot use up the owner's.
   * Strangers also have 60 a minute per network. `byOwner`: the request came from a place where the owner has signed in.
   */
  takeRequest(request: Origin & { readonly email: string }): Promise<{ readonly byOwner: boolean }>;
  /** Unknown tokens: 60 a minute per network. */
  readonly unknownTokens: RateLimit;
}

export function createLinkLimits(services: Uses<'db' | 'pool' | 'secrets'>): LinkLimits {
  const { db } = services;
  const mailboxes = createCounter(services, { name: 'forgot-password', points: 3, seconds: 60 * 60 });
  const senders = createRateLimit(services, { name: 'forgot-password-address', points: 60, seconds: 60 });

  return {
    async takeRequest({ email, ...origin }) {
      const account = await findAccount(db, email);
      const place = await placeOf(db, account?.id, origin);
      if (place.kind === 'stranger') await senders.take(origin.address);
      const mailbox = hashOf(email.toLowerCase());
      const key = place.kind === 'stranger' ? mailbox : `${mailbox} ${place.key}`;
      const { isWithin, msBeforeNext } = await consume(mailboxes, key);
      if (!isWithin) throw tooManyRequests(msBeforeNext / 1000);
      return { byOwner: place.kind !== 'stranger' };
    },
    unknownTokens: createRateLimit(services, { name: 'account-link', points: 60, seconds: 60 }),
  };
}

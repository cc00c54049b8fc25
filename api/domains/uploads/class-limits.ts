import { hashOf } from '#api/domains/auth/tokens.ts';
import { networkOf } from '#api/ground/http/network.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import type { Uses } from '#api/ground/services.ts';

/** The wall of a work, and the client's address. */
interface Sending {
  readonly classId: string;
  readonly address: string;
}

/** Limits the works that one network sends to one class, whatever profiles they come from. */
export interface ClassLimits {
  /** Counts one work; throws 429 past the limit. */
  take(sending: Sending): Promise<void>;
  /** Gives a work back that was not accepted. */
  giveBack(sending: Sending): Promise<void>;
}

export function createClassLimits(services: Uses<'pool' | 'secrets' | 'settings'>): ClassLimits {
  const { uploads } = services.settings;
  const messageKey = 'messages.tooManyUploads';
  // The minute comes first: a work that it refuses does not use up the hour.
  const limits = [
    createRateLimit(services, {
      name: 'class-uploads-minute',
      points: uploads.classPerMinute,
      seconds: 60,
      messageKey,
    }),
    createRateLimit(services, { name: 'class-uploads-hour', points: uploads.classPerHour, seconds: 3600, messageKey }),
  ];
  const keyOf = ({ classId, address }: Sending) => hashOf(`${classId} ${networkOf(address)}`);

  return {
    async take(sending) {
      const key = keyOf(sending);
      for (const limit of limits) await limit.take(key);
    },
    async giveBack(sending) {
      const key = keyOf(sending);
      for (const limit of limits) await limit.giveBack(key);
    },
  };
}

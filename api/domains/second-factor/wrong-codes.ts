import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Uses } from '#api/ground/services.ts';
import { tell } from './write.ts';

/** Counts wrong codes after right passwords, and mails the person: somebody may know the password. */
export interface WrongCodes {
  /** Counts a wrong code. The third since the last right one is mailed, at most once a day. */
  count(userId: string): Promise<void>;
  /** A right code: the wrong ones before it were the owner's own. */
  forget(userId: string): Promise<void>;
}

const day = 24 * 60 * 60;
const mailedAt = 3;

export function createWrongCodes({ db, pool, jobs }: Uses<'db' | 'pool' | 'jobs'>): WrongCodes {
  const counter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: day,
    });
  const wrong = counter('wrong-codes', mailedAt);
  const letters = counter('wrong-codes-letter', 1);

  const consumed = (limiter: RateLimiterPostgres, userId: string): Promise<number> =>
    limiter.consume(userId).then(
      ({ consumedPoints }) => consumedPoints,
      (reason: unknown) => {
        // The library rejects with a result object past the limit, and with an error when the database fails.
        if (reason instanceof RateLimiterRes) return reason.consumedPoints;
        throw reason;
      },
    );

  return {
    async count(userId) {
      if ((await consumed(wrong, userId)) !== mailedAt) return;
      if ((await consumed(letters, userId)) > 1) return;
      await tell({ jobs }, db, { userId, kind: 'wrongCodes' });
    },
    async forget(userId) {
      await wrong.delete(userId);
    },
  };
}

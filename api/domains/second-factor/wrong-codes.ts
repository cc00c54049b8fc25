import { consume, createCounter, isWithin } from '#api/ground/http/stored-counter.ts';
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

export function createWrongCodes(services: Uses<'db' | 'pool' | 'jobs' | 'secrets'>): WrongCodes {
  const { db } = services;
  const wrong = createCounter(services, { name: 'wrong-codes', points: mailedAt, seconds: day });
  const letters = createCounter(services, { name: 'wrong-codes-letter', points: 1, seconds: day });

  return {
    async count(userId) {
      if ((await consume(wrong, userId)).consumedPoints !== mailedAt) return;
      if (await isWithin(letters, userId)) await tell(services, db, { userId, kind: 'wrongCodes' });
    },
    async forget(userId) {
      await wrong.delete(userId);
    },
  };
}

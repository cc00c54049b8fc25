import { eq } from 'drizzle-orm';
import { users } from '#api/db/schema.ts';
import { invalid } from '#api/http/problems.ts';
import { createRateLimit, type RateLimit } from '#api/http/rate-limit.ts';
import type { Services } from '#api/services.ts';
import { hashingTurn } from './hashing-turns.ts';
import { verifyPassword } from './passwords.ts';

/** Asks for somebody's password again, beside the session or link that they hold. */
export type AssertOwnPassword = (userId: string, password: string | null) => Promise<void>;

/** Answers 400 on the field `password` when it is missing or wrong; counts 30 tries in 15 minutes for each account. */
export function createOwnPassword({ db, pool }: Pick<Services, 'db' | 'pool'>): AssertOwnPassword {
  const tries: RateLimit = createRateLimit(pool, { name: 'own-password', points: 30, seconds: 15 * 60 });
  return async (userId, password) => {
    if (password === null) throw invalid({ password: ['messages.ownPasswordRequire'] });
    await tries.take(userId);
    const [account] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
    const right = await hashingTurn(() => verifyPassword(password, account?.hash));
    if (!right) throw invalid({ password: ['messages.ownPasswordWrong'] });
  };
}

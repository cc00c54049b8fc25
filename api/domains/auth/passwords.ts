import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { users } from '#api/ground/db/schema.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { createRateLimit, type RateLimit } from '#api/ground/http/rate-limit.ts';
import { createTurns } from '#api/ground/http/turns.ts';
import type { Uses } from '#api/ground/services.ts';
import { passwordForm } from '#schema/rules/password.ts';

/** argon2id is the library’s default algorithm; the costs are OWASP’s. */
export const passwordCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of an unknown password with the same costs: verifying takes as long for an unknown account as for a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$RxA0x+GOe+KwYhiFekN+8w$wBxnv84FvSej27ztbSQ+/xZiyLfURyrC+fBVhxOIL6Q';

export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(passwordForm(password), passwordCosts));
}

/** The hash of a new password; undefined when the account already has this password. */
export function newPasswordHash(password: string, currentHash: string | null): Promise<string | undefined> {
  return withHashingSlot(async () => {
    const same = currentHash !== null && (await verify(currentHash, passwordForm(password)));
    return same ? undefined : hash(passwordForm(password), passwordCosts);
  });
}

/** Compares a password; call it inside a hashing slot. Without a stored hash it takes as long and resolves to false. */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const matches = await verify(storedHash ?? nobodysHash, passwordForm(password));
  return matches && typeof storedHash === 'string';
}

/** Limits hashing to two at a time: one hash takes 19 MiB and a core for 30 ms, and other requests need room. */
export const withHashingSlot = createTurns({ atOnce: 2, waiting: 20 });

/** Checks a user's password again, in addition to the session or link. */
export type AssertOwnPassword = (userId: string, password: string | null, field?: string) => Promise<void>;

/**
 * Makes the check. It answers 400 on the field, by default `password`, when the password is missing or wrong or the
 * account has no password yet, and 429 after 30 tries in 15 minutes for one account.
 */
export function createOwnPasswordCheck(services: Uses<'db' | 'pool' | 'secrets'>): AssertOwnPassword {
  const { db } = services;
  const tries: RateLimit = createRateLimit(services, { name: 'own-password', points: 30, seconds: 15 * 60 });
  return async (userId, password, field = 'password') => {
    if (password === null) throw invalid({ [field]: ['messages.ownPasswordRequire'] });
    await tries.take(userId);
    const [account] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
    // The account came by a school's provider, so any password would be wrong.
    if (account?.hash === null) throw invalid({ [field]: ['messages.noPasswordYet'] });
    const right = await withHashingSlot(() => verifyPassword(password, account?.hash));
    if (!right) throw invalid({ [field]: ['messages.ownPasswordWrong'] });
  };
}

import { hash, verify } from '@node-rs/argon2';
import { passwordForm } from '#schema/rules/password.ts';
import { hashingTurn } from './hashing-turns.ts';

// argon2id is the library's default algorithm; the costs are OWASP's.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of no known password, with the same costs, so that an unknown account takes as long as a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$RxA0x+GOe+KwYhiFekN+8w$wBxnv84FvSej27ztbSQ+/xZiyLfURyrC+fBVhxOIL6Q';

export function hashPassword(password: string): Promise<string> {
  return hashingTurn(() => hash(passwordForm(password), costs));
}

/** The hash of a new password; undefined when it is the one the account has. */
export function newPasswordHash(password: string, currentHash: string | null): Promise<string | undefined> {
  return hashingTurn(async () => {
    const same = currentHash !== null && (await verify(currentHash, passwordForm(password)));
    return same ? undefined : hash(passwordForm(password), costs);
  });
}

/** Compares within a turn that the caller already holds; without a hash it takes as long and says no. */
export async function verifyPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  const matches = await verify(storedHash ?? nobodysHash, passwordForm(password));
  return matches && typeof storedHash === 'string';
}

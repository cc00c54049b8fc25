import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** The first refresh token of a session: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** A token's successor follows from it and our key, so the same one can be given twice without being stored. */
export const successorOf = (secrets: Secrets, token: string): string =>
  successorBy(secrets.current('refresh').value, token);

/** The successor that has this hash, whichever key derived it; undefined when that key was revoked. */
export function successorAgain(secrets: Secrets, token: string, hash: string): string | undefined {
  return secrets
    .all('refresh')
    .map(({ value }) => successorBy(value, token))
    .find((successor) => hashOf(successor) === hash);
}

const successorBy = (key: Uint8Array, token: string): string =>
  createHmac('sha256', key).update(`successor of ${token}`).digest('base64url');

/** All that the database keeps of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** The first refresh token of a session: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** A token's successor follows from it and our key, so the same one can be given twice without being stored. */
export function successorOf({ refresh }: Secrets, token: string): string {
  return createHmac('sha256', refresh).update(`successor of ${token}`).digest('base64url');
}

/** All that the database keeps of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

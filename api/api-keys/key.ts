import { createHash, randomBytes } from 'node:crypto';

const prefix = 'mbk_';
const shape = /^mbk_[\w-]{43}$/;

/** A new key: 256 random bits behind a prefix by which people, and scanners for lost secrets, know what it is. */
export function newKey() {
  const key = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { key, keyHash: sha256(key), lastFour: key.slice(-4) };
}

const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Whether a bearer token means to be an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix);

/** All that is stored of a key, or undefined for what cannot be one. It is too random to need a slow hash. */
export function hashOfKey(key: string): string | undefined {
  return shape.test(key) ? sha256(key) : undefined;
}

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import { type Role, roles } from '#schema/access.ts';
import { algorithm, issuer, keyOf, verifiedClaims } from './jwt.ts';

const staffSeconds = 600;
const studentSeconds = 5 * 366 * 86_400;
const leewaySeconds = 30;

const claims = z.discriminatedUnion('aud', [
  z.object({ aud: z.literal('staff'), sub: z.uuid(), sid: z.uuid(), jti: z.uuid(), role: z.enum(roles) }),
  z.object({ aud: z.literal('student'), sub: z.uuid(), role: z.literal('Student') }),
]);
export type Claims = z.output<typeof claims>;

export interface StaffToken {
  readonly userId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** The id of the refresh token; the same refresh token always gives the same access token. */
  readonly tokenId: string;
  readonly issuedAt: Date;
}

/** A staff access token for 10 minutes. Deterministic: signing the same claims again gives the same token. */
export async function signStaffToken(secrets: Secrets, token: StaffToken): Promise<string> {
  const { id: kid, value } = secrets.current('tokens');
  const issuedAt = Math.floor(token.issuedAt.getTime() / 1000);
  return new SignJWT({ sid: token.sessionId, role: token.role })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience('staff')
    .setSubject(token.userId)
    .setJti(token.tokenId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + staffSeconds)
    .sign(await keyOf(value));
}

/** A profile's token. It lasts for years, since a child has no password for a new one. */
export async function signStudentToken(secrets: Secrets, profileId: string): Promise<string> {
  const { id: kid, value } = secrets.current('tokens');
  return new SignJWT({ role: 'Student' })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience('student')
    .setSubject(profileId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + studentSeconds)
    .sign(await keyOf(value));
}

const millisecondsOfHour = 3_600_000;

/**
 * A profile's token for a device that asks for it often: the same token for an hour, so that it is signed once. Tokens of
 * profiles are never revoked one by one, so devices may have the same token.
 */
export function sameStudentToken(secrets: Secrets, profileId: string): Promise<string> {
  const { value } = secrets.current('tokens');
  let tokens = sameTokens.get(value);
  if (!tokens) sameTokens.set(value, (tokens = new BoundedCache(3_000)));
  const hour = Math.floor(Date.now() / millisecondsOfHour);
  return tokens.getOrCreate(`${hour} ${profileId}`, () => signStudentToken(secrets, profileId));
}

// By the signing key, so that no token of a revoked key is given again.
const sameTokens = new WeakMap<Uint8Array, BoundedCache<Promise<string>>>();

/** The claims of a verified token, and its expiry in milliseconds since 1970. */
interface ReadToken {
  readonly claims: Claims;
  readonly until: number;
}

/** Verifies a token; undefined when it is forged or expired. */
export async function readToken(secrets: Secrets, token: string): Promise<ReadToken | undefined> {
  const verified = await verifiedClaims(secrets, token, {
    audience: ['staff', 'student'],
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
    clockTolerance: leewaySeconds,
  });
  const { data } = claims.safeParse(verified);
  return data && { claims: data, until: ((verified?.exp ?? 0) + leewaySeconds) * 1000 };
}

/** The first refresh token of a session: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** A token's successor: an HMAC of the token with our key, so the same successor can be given twice without being stored. */
export const successorOf = (secrets: Secrets, token: string): string =>
  successorBy(secrets.current('refresh').value, token);

/** The successor with this hash, also when the key was rotated since; undefined when the key was revoked. */
export function existingSuccessor(secrets: Secrets, token: string, hash: string): string | undefined {
  return secrets
    .all('refresh')
    .map(({ value }) => successorBy(value, token))
    .find((successor) => hashOf(successor) === hash);
}

const successorBy = (key: Uint8Array, token: string): string =>
  createHmac('sha256', key).update(`successor of ${token}`).digest('base64url');

/** The hash under which the database keeps a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Resolves to a token's claims; undefined when the token is forged or expired. */
export type ReadClaims = (token: string) => Promise<Claims | undefined>;

export function createReadClaims(secrets: Secrets): ReadClaims {
  const read = (token: string) => readToken(secrets, token);
  let cache = { version: secrets.version, claimsOf: createClaimsCache(read) };
  return (token) => {
    // A change of keys empties the cache: a revoked key may have verified cached tokens.
    if (cache.version !== secrets.version) cache = { version: secrets.version, claimsOf: createClaimsCache(read) };
    return cache.claimsOf(token);
  };
}

// More than a large school uses at once.
const generation = 5_000;

/**
 * Caches the claims of verified tokens, since verifying a signature takes longer than most requests. Whether the session
 * or profile is still live is checked in the database for every request.
 */
export function createClaimsCache(
  read: (token: string) => Promise<ReadToken | undefined>,
): (token: string) => Promise<Claims | undefined> {
  const cache = new BoundedCache<ReadToken>(generation);
  return async (token) => {
    const cached = cache.get(token);
    if (cached && cached.until > Date.now()) return cached.claims;
    const found = await read(token);
    if (found) cache.set(token, found);
    return found?.claims;
  };
}

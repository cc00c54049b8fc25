import { randomUUID, webcrypto } from 'node:crypto';
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Role, roles } from '#schema/access.ts';
import { firstKeyId, type Secrets } from './secrets.ts';

const algorithm = 'HS256';
const issuer = 'manabook';
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
  /** The refresh token it came with: the same one always gives the same access token. */
  readonly tokenId: string;
  readonly issuedAt: Date;
}

// Made ready once; from bare bytes the library would import the key for every request.
const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>();

function keyOf(secret: Uint8Array): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = webcrypto.subtle.importKey('raw', Uint8Array.from(secret), hmac, false, ['sign', 'verify']);
  keys.set(secret, key);
  return key;
}

/** A staff access token: 10 minutes, and nothing in it that changes from one signing to the next. */
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

/** A profile's token. A child has no password to get a new one with, so it lasts for years. */
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

/** What a token of ours says, and until when, in milliseconds since 1970. */
export interface ReadToken {
  readonly claims: Claims;
  readonly until: number;
}

/** Undefined for a token that is not one of ours or whose time is over. */
export async function readToken(secrets: Secrets, token: string): Promise<ReadToken | undefined> {
  try {
    const keyFor = ({ kid = firstKeyId('tokens') }: JWTHeaderParameters) => {
      const key = secrets.all('tokens').find(({ id }) => id === kid);
      if (!key) throw new errors.JWKSNoMatchingKey();
      return keyOf(key.value);
    };
    const { payload } = await jwtVerify(token, keyFor, {
      algorithms: [algorithm],
      issuer,
      audience: ['staff', 'student'],
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      clockTolerance: leewaySeconds,
    });
    const { data } = claims.safeParse(payload);
    return data && { claims: data, until: ((payload.exp ?? 0) + leewaySeconds) * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

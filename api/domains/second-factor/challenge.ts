import { SignJWT } from 'jose';
import { z } from 'zod';
import { algorithm, issuer, keyOf, verifiedClaims } from '#api/domains/auth/jwt.ts';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';

// No access token has this audience, so neither kind of token is accepted as the other.
const audience = 'second-factor';
const lifetime = '10 minutes';

const claims = z.object({ sub: z.uuid(), remembered: z.boolean(), password: z.string() });

/** A sign-in whose password was right, and whose code is still to come. */
export interface Challenge {
  readonly userId: string;
  /** "Remember me" was ticked. */
  readonly remembered: boolean;
  /** `passwordMark` of the account: another password ends the challenge. */
  readonly passwordMark: string;
}

/** A mark that differs for each stored password, without showing its hash. */
export const passwordMark = (passwordHash: string | null): string => hashOf(`challenge ${passwordHash ?? ''}`);

export async function signChallenge(
  secrets: Secrets,
  { userId, remembered, passwordMark: password }: Challenge,
): Promise<string> {
  const { id: kid, value } = secrets.current('tokens');
  return new SignJWT({ remembered, password })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(await keyOf(value));
}

/** Verifies a challenge; undefined when it is forged or over. */
export async function readChallenge(secrets: Secrets, challenge: string): Promise<Challenge | undefined> {
  const requiredClaims = ['exp', 'sub'];
  const { data } = claims.safeParse(await verifiedClaims(secrets, challenge, { audience, requiredClaims }));
  return data && { userId: data.sub, remembered: data.remembered, passwordMark: data.password };
}

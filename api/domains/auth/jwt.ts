import { webcrypto } from 'node:crypto';
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify } from 'jose';
import { firstKeyId, type Secrets } from '#api/ground/keys/secrets.ts';

/** The signature of all our tokens: HMAC with SHA-256, by a key of `tokens`. */
export const algorithm = 'HS256';

/** The issuer of all our tokens. Each kind has an audience of its own, so that no kind is accepted as another. */
export const issuer = 'manabook';

// A cache of imported keys: from raw bytes the library would import the key for every request.
const keys = new WeakMap<Uint8Array, Promise<CryptoKey>>();

/** The imported form of a key's value, which signs and verifies. */
export function keyOf(secret: Uint8Array): Promise<CryptoKey> {
  const imported = keys.get(secret);
  if (imported) return imported;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = webcrypto.subtle.importKey('raw', Uint8Array.from(secret), hmac, false, ['sign', 'verify']);
  keys.set(secret, key);
  return key;
}

interface Expected {
  /** One of these must be the token's audience. */
  readonly audience: string | string[];
  readonly requiredClaims: string[];
  /** Seconds for which a token is accepted beyond its expiry; by default none. */
  readonly clockTolerance?: number;
}

/**
 * Verifies a token's signature, issuer, audience and expiry, and resolves to its claims, whose forms are still to be
 * checked; undefined when the token is forged or expired, or its key is gone.
 */
export async function verifiedClaims(
  secrets: Secrets,
  token: string,
  expected: Expected,
): Promise<JWTPayload | undefined> {
  try {
    const keyFor = ({ kid }: JWTHeaderParameters) => keyOf(keyWithId(secrets, kid));
    const { payload } = await jwtVerify(token, keyFor, { algorithms: [algorithm], issuer, ...expected });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function keyWithId(secrets: Secrets, kid = firstKeyId('tokens')): Uint8Array {
  const key = secrets.all('tokens').find(({ id }) => id === kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key.value;
}

import { createHmac } from 'node:crypto';
import { hashOf } from '#api/domains/auth/tokens.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Settings } from '#api/ground/settings/settings.ts';

/** The token of a family's link, 256 bits: an HMAC of the album's id with our key. The row keeps its hash alone. */
export const albumToken = (secrets: Secrets, albumId: string): string =>
  tokenBy(secrets.current('accountLinks').value, albumId);

interface Kept {
  readonly id: string;
  readonly tokenHash: string;
}

/**
 * The link that the family opens, with the key that made the token, even after a key rotation; null when that key was
 * revoked. Browsers do not send the part after the #, so no log of a server or a proxy has the token.
 */
export function albumLink(
  secrets: Secrets,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { id, tokenHash }: Kept,
): string | null {
  const token = secrets
    .all('accountLinks')
    .map(({ value }) => tokenBy(value, id))
    .find((one) => hashOf(one) === tokenHash);
  return token === undefined ? null : `${publicUrl}/album#${token}`;
}

const tokenBy = (key: Uint8Array, albumId: string): string =>
  createHmac('sha256', key).update(`family album ${albumId}`).digest('base64url');

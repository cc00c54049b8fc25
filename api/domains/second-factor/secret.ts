import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { secondFactors } from '#api/ground/db/schema.ts';
import type { Secrets, SigningKey } from '#api/ground/keys/secrets.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

type Key = Pick<SigningKey, 'id' | 'value'>;

// Derived, so that one key never signs and encrypts; of `tokens`, whose keys are kept longest after a rotation.
const encryptionKey = ({ value }: Key): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', value, '', 'manabook second factor secrets', 32));

/** Encrypts an app's secret for one person (AES-256-GCM): the key's id, a dot, base64url of nonce, ciphertext and tag. */
export const sealSecret = (secrets: Secrets, userId: string, secret: Uint8Array): string =>
  sealWith(secrets.current('tokens'), userId, secret);

function sealWith(key: Key, userId: string, secret: Uint8Array): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, encryptionKey(key), nonce).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]);
  return `${key.id}.${sealed.toString('base64url')}`;
}

/** Decrypts an app's secret; undefined when its key is gone, as after a restore without keys. */
export const openSecret = (secrets: Secrets, userId: string, sealed: string): Uint8Array | undefined =>
  openWith(secrets.all('tokens'), userId, sealed);

function openWith(keys: readonly Key[], userId: string, sealed: string): Uint8Array | undefined {
  const [keyId = '', text = ''] = sealed.split('.');
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const opening = createDecipheriv(cipher, encryptionKey(key), bytes.subarray(0, nonceBytes));
  opening.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}

interface Exchange {
  /** The keys of now; those that go are among them. */
  readonly keys: readonly Key[];
  readonly removed: readonly string[];
  /** The key that encrypts from now on. */
  readonly next: Key;
}

/** Encrypts again, with the current key, the secrets of keys that are removed, so that nobody loses the second step. */
export async function resealSecrets(tx: Queryable, { keys, removed, next }: Exchange): Promise<void> {
  const rows = await tx.select().from(secondFactors).for('update');
  for (const { userId, sealedSecret } of rows) {
    if (!removed.includes(sealedSecret.split('.')[0] ?? '')) continue;
    const secret = openWith(keys, userId, sealedSecret);
    if (!secret) continue;
    await tx
      .update(secondFactors)
      .set({ sealedSecret: sealWith(next, userId, secret) })
      .where(eq(secondFactors.userId, userId));
  }
}

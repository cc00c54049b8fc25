import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets, SigningKey } from './secrets.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

type Key = Pick<SigningKey, 'id' | 'value'>;

/** A key rotation: secrets that a removed key encrypts are encrypted again with the next key, so that none is lost. */
export interface KeyRotation {
  /** All keys before the rotation, the removed ones too. */
  readonly keys: readonly Key[];
  /** The ids of the keys that the rotation removes. */
  readonly removed: readonly string[];
  /** The key that encrypts after the rotation. */
  readonly next: Key;
}

/** Encrypts secrets of one kind, each for the row that it belongs to. */
export interface Seal {
  /** The key's id, a dot, and base64url of nonce, ciphertext and tag (AES-256-GCM). */
  close(secrets: Secrets, rowId: string, secret: Uint8Array): string;
  /** Undefined when its key is gone, as after a restore without keys. */
  open(secrets: Secrets, rowId: string, sealed: string): Uint8Array | undefined;
  /** Encrypts a removed key's secret again, with the next key; undefined when the secret stays as it is. */
  renew(rotation: KeyRotation, rowId: string, sealed: string): string | undefined;
}

/** A seal by keys of `tokens`, which are kept longest after a rotation. `label` keeps the kinds of secrets apart. */
export function createSeal(label: string): Seal {
  // Derived, so that one key never signs and encrypts.
  const encryptionKey = ({ value }: Key): Uint8Array => new Uint8Array(hkdfSync('sha256', value, '', label, 32));

  function closeWith(key: Key, rowId: string, secret: Uint8Array): string {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, encryptionKey(key), nonce).setAAD(Buffer.from(rowId));
    const sealed = Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]);
    return `${key.id}.${sealed.toString('base64url')}`;
  }

  function openWith(keys: readonly Key[], rowId: string, sealed: string): Uint8Array | undefined {
    const [keyId = '', text = ''] = sealed.split('.');
    const key = keys.find(({ id }) => id === keyId);
    if (!key) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    const opening = createDecipheriv(cipher, encryptionKey(key), bytes.subarray(0, nonceBytes));
    opening.setAAD(Buffer.from(rowId)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
    } catch {
      return undefined;
    }
  }

  return {
    close: (secrets, rowId, secret) => closeWith(secrets.current('tokens'), rowId, secret),
    open: (secrets, rowId, sealed) => openWith(secrets.all('tokens'), rowId, sealed),
    renew({ keys, removed, next }, rowId, sealed) {
      if (!removed.includes(sealed.split('.')[0] ?? '')) return undefined;
      const secret = openWith(keys, rowId, sealed);
      return secret && closeWith(next, rowId, secret);
    },
  };
}

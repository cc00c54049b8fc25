import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/**
 * The encryption of a backup in the format of age (https://age-encryption.org), so that age's own program decrypts
 * every part. Encryption needs a recipient, decryption an identity.
 */
export interface Seal {
  readonly recipients: readonly string[] | null;
  /** Separates files for different recipients, since an identity cannot decrypt files for an earlier key. */
  readonly folder: string;
  /** The suffix of encrypted files. */
  readonly suffix: '' | '.age';
  close(content: Readable): Promise<Readable>;
}

/** For `BACKUP_KEY`: recipients (`age1…`) to make backups, or an identity (`AGE-SECRET-KEY-1…`) to open them as well. */
export async function readBackupKey(text: string): Promise<BackupKey> {
  const words = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(/[\s,]+/))
    .filter((word) => word !== '');
  const identities = words.filter((word) => word.startsWith('AGE-SECRET-KEY-'));
  const recipients = words.filter((word) => word.startsWith('age1'));
  try {
    if (words.length === 0 || identities.length + recipients.length !== words.length) throw new Error('unknown form');
    const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)));
    const all = [...new Set([...recipients, ...own])].sort();
    const encrypter = new Encrypter();
    for (const recipient of all) encrypter.addRecipient(recipient);
    return { recipients: all, identities };
  } catch {
    // The message names no part of the key.
    throw new Error('The backup key is neither an age recipient ("age1…") nor an age identity ("AGE-SECRET-KEY-1…")');
  }
}

export interface BackupKey {
  readonly recipients: readonly string[];
  readonly identities: readonly string[];
}

/** Makes a key pair: the recipient for the server, the identity for a safe. */
export async function newBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

export function createSeal(key: BackupKey | undefined): Seal {
  if (!key) return { recipients: null, folder: 'plain', suffix: '', close: (content) => Promise.resolve(content) };
  const encrypter = new Encrypter();
  for (const recipient of key.recipients) encrypter.addRecipient(recipient);
  return {
    recipients: key.recipients,
    folder: createHash('sha256').update(key.recipients.join()).digest('hex').slice(0, 16),
    suffix: '.age',
    close: async (content) => fromWeb(await encrypter.encrypt(toWeb(content))),
  };
}

/** The identities to open a backup with; an unencrypted backup needs none. */
export function identitiesFor(recipients: readonly string[] | null, key: BackupKey | undefined): readonly string[] {
  if (!recipients) return [];
  if (!key || key.identities.length === 0) {
    throw new Error(
      'This backup is encrypted. Give its age identity ("AGE-SECRET-KEY-1…") in BACKUP_KEY or --key FILE',
    );
  }
  if (!key.recipients.some((recipient) => recipients.includes(recipient)))
    throw new Error(`This identity does not open this backup, which is encrypted for ${recipients.join(' and ')}`);
  return key.identities;
}

/** Decrypts a part. */
export async function unseal(content: Readable, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return fromWeb(await decrypter.decrypt(toWeb(content)));
}

// Node's own types of web streams and the DOM's differ in name alone.
function toWeb(content: Readable): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => void content.destroy(reason instanceof Error ? reason : undefined),
  });
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.from(read(stream), { objectMode: false });
}

async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

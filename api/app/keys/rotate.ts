import { writeFile, rename } from 'node:fs/promises';
import { eq, inArray } from 'drizzle-orm';
import { resealSecrets } from '#api/domains/second-factor/codes.ts';
import { resealProviderSecrets } from '#api/domains/sign-in-providers/secret.ts';
import { resealWebhookSecrets } from '#api/domains/webhooks/secret.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { createKeyRing, firstKeyId, type KeyPurpose, type SigningKey } from '#api/ground/keys/secrets.ts';
import { type KeyFile, type KeySource, newKey, readKeys } from '#api/ground/keys/key-store.ts';
import { keyPurposes, secrets, signingKeys } from '#api/ground/db/schema.ts';

const second = 1_000;
const day = 86_400 * second;

// Time until every process knows a new key: processes reload the database's keys every 20 s; a file may have to be
// copied to several machines.
const reloadTime = { database: 60 * second, file: 10 * 60 * second };

/** How long signatures of a replaced key are used. Then the key is removed. */
const useAfter: Readonly<Record<KeyPurpose, number>> = {
  // A child's token lasts five years.
  tokens: 5 * 366 * day + day,
  refresh: day,
  links: 3 * day,
  // An invitation lasts a year at most.
  accountLinks: 367 * day,
};

export interface Rotated {
  readonly made: readonly string[];
  readonly removed: readonly string[];
  readonly signsFrom: Date;
}

/**
 * Makes a new key for each purpose, which signs when every process knows it, and removes keys that are no longer used.
 */
export async function rotateKeys(source: KeySource, now = new Date()): Promise<Rotated> {
  const keys = await readKeys(source);
  const signsFrom = new Date(now.getTime() + (source.file === undefined ? reloadTime.database : reloadTime.file));
  const made = keyPurposes.map((purpose) => newKey(purpose, signsFrom));
  const removed = keys.filter((key) => isSpent(key, keys, now)).map(({ id }) => id);
  await change(source, { add: made, remove: removed });
  return { made: made.map(({ id }) => id), removed, signsFrom };
}

function isSpent({ purpose, signsFrom }: SigningKey, keys: readonly SigningKey[], now: Date): boolean {
  const successors = keys.filter((key) => key.purpose === purpose && key.signsFrom > signsFrom);
  const replacedAt = Math.min(...successors.map((key) => key.signsFrom.getTime()));
  return replacedAt + useAfter[purpose] < now.getTime();
}

/** Revokes a key and everything it signed, for a key that may have leaked. */
export async function revokeKey(source: KeySource, id: string, now = new Date()): Promise<void> {
  const keys = await readKeys(source);
  const key = keys.find((each) => each.id === id);
  if (!key) throw new Error(`There is no key ${id}`);
  const others = keys.filter((each) => each.purpose === key.purpose && each.id !== id);
  // When no other key signs yet, a new one signs at once.
  const add = others.some(({ signsFrom }) => signsFrom <= now) ? [] : [newKey(key.purpose, now)];
  await change(source, { add, remove: [id] });
}

interface Change {
  readonly add: readonly ReturnType<typeof newKey>[];
  readonly remove: readonly string[];
}

async function change({ db, file }: KeySource, { add, remove }: Change): Promise<void> {
  const keys = await readKeys({ db, file });
  const added = add.map((key) => ({ ...key, value: Buffer.from(key.value, 'base64url') }));
  const after = [...keys.filter(({ id }) => !remove.includes(id)), ...added];
  if (file !== undefined) {
    // The file has the old and the new keys until every secret is encrypted anew: a secret whose key is in no file would
    // be lost.
    await writeKeyFile(file, [...keys, ...added]);
    await db.transaction((tx) => keepSealedSecrets(tx, { keys, removed: remove, after }));
    await writeKeyFile(file, after);
    return;
  }
  await db.transaction(async (tx) => {
    await keepSealedSecrets(tx, { keys, removed: remove, after });
    if (add.length > 0) await tx.insert(signingKeys).values([...add]);
    if (remove.length > 0) await tx.delete(signingKeys).where(inArray(signingKeys.id, [...remove]));
    // The place in which the previous release looks for keys.
    for (const purpose of keyPurposes)
      if (remove.includes(firstKeyId(purpose))) await tx.delete(secrets).where(eq(secrets.name, purpose));
  });
}

interface KeysChanged {
  readonly keys: readonly SigningKey[];
  readonly removed: readonly string[];
  readonly after: readonly SigningKey[];
}

// Seals the stored secrets with a key that every process has read already, if there is one.
async function keepSealedSecrets(tx: Queryable, { keys, removed, after }: KeysChanged): Promise<void> {
  const rotation = { keys, removed, next: createKeyRing(after).current('tokens') };
  await resealSecrets(tx, rotation);
  await resealWebhookSecrets(tx, rotation);
  await resealProviderSecrets(tx, rotation);
}

/** Writes keys to a file that only its owner reads. */
export async function writeKeyFile(path: string, keys: readonly SigningKey[]): Promise<void> {
  const content: KeyFile = {
    keys: keys.map(({ id, purpose, value, signsFrom }) => ({
      id,
      purpose,
      value: Buffer.from(value).toString('base64url'),
      signsFrom: signsFrom.toISOString(),
    })),
  };
  const arriving = `${path}.new`;
  await writeFile(arriving, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(arriving, path);
}

/** Removes the keys from the database, once a file holds all of them. */
export async function forgetKeys({ db, file }: KeySource): Promise<number> {
  if (file === undefined) throw new Error('Set SIGNING_KEYS_FILE first, or the keys would be lost');
  const inFile = new Set((await readKeys({ db, file })).map(({ id }) => id));
  const rows = await db.select({ id: signingKeys.id }).from(signingKeys);
  const missingIds = rows.filter(({ id }) => !inFile.has(id)).map(({ id }) => id);
  if (missingIds.length > 0)
    throw new Error(`${file} does not hold ${missingIds.join(', ')}. Run "npm run keys -- export" again`);
  await db.delete(signingKeys);
  await db.delete(secrets);
  return rows.length;
}

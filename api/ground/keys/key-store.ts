import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { asc } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Queryable } from '#api/ground/db/client.ts';
import { keyPurposes, signingKeys } from '#api/ground/db/schema.ts';
import { createKeyRing, firstKeyId, type KeyPurpose, type Secrets, type SigningKey } from './secrets.ts';

// In milliseconds. A new key signs a minute after it is made, so every process knows it by then.
const lookEveryMs = 20_000;

const keyFile = z.object({
  keys: z
    .array(
      z.object({
        id: z.string().regex(/^[\w-]{1,64}$/),
        purpose: z.enum(keyPurposes),
        /** base64url */
        value: z.string().regex(/^[\w-]{22,}$/),
        signsFrom: z.iso.datetime(),
      }),
    )
    .min(1),
});
export type KeyFile = z.output<typeof keyFile>;

/** The source of the keys: a file outside the database if there is one, else the table. */
export interface KeySource {
  readonly db: Queryable;
  readonly file: string | undefined;
}

/** Reads the keys and creates missing ones. Processes that start together end up with the same keys. */
export async function readKeys({ db, file }: KeySource): Promise<SigningKey[]> {
  if (file !== undefined) return keysOfFile(await readFile(file, 'utf8'), file);
  let rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.signsFrom));
  const missing = keyPurposes.filter((purpose) => rows.every((row) => row.purpose !== purpose));
  if (missing.length > 0) {
    await db
      .insert(signingKeys)
      .values(missing.map((purpose) => ({ ...newKey(purpose, new Date()), id: firstKeyId(purpose) })))
      .onConflictDoNothing();
    rows = await db.select().from(signingKeys).orderBy(asc(signingKeys.signsFrom));
  }
  return rows.map((row) => ({ ...row, value: Buffer.from(row.value, 'base64url') }));
}

function keysOfFile(text: string, file: string): SigningKey[] {
  let parsed: KeyFile;
  try {
    parsed = keyFile.parse(JSON.parse(text));
  } catch {
    // The parser's message may quote a key.
    throw new Error(`SIGNING_KEYS_FILE: ${file} is no file of keys, as "npm run keys -- export" writes them`);
  }
  const missing = keyPurposes.filter((purpose) => parsed.keys.every((key) => key.purpose !== purpose));
  if (missing.length > 0) throw new Error(`SIGNING_KEYS_FILE: ${file} has no key for ${missing.join(', ')}`);
  return parsed.keys.map((key) => ({
    ...key,
    value: Buffer.from(key.value, 'base64url'),
    signsFrom: new Date(key.signsFrom),
  }));
}

/** A new key in its stored form. */
export function newKey(purpose: KeyPurpose, signsFrom: Date) {
  return {
    id: `${purpose}-${randomBytes(6).toString('hex')}`,
    purpose,
    value: randomBytes(32).toString('base64url'),
    signsFrom,
  };
}

export interface OpenKeys {
  readonly secrets: Secrets;
  /** Reloads the keys now; they are reloaded every 20 s anyway. */
  reload(): Promise<void>;
  close(): void;
}

/** Opens the keys of this process and follows rotations by other processes. */
export async function openKeys(source: KeySource, logger: Logger): Promise<OpenKeys> {
  const keys = await readKeys(source);
  const ring = createKeyRing(keys);
  ring.replace(keys);
  const reload = async () => ring.replace(await readKeys(source));
  const timer = setInterval(() => {
    // The known keys stay in use; the next reload tries again.
    reload().catch((error: unknown) => logger.warn({ err: error }, 'signing keys: could not look for changes'));
  }, lookEveryMs);
  timer.unref();
  return { secrets: ring, reload, close: () => clearInterval(timer) };
}

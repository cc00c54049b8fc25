import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { passwordCosts, withHashingSlot } from '#api/domains/auth/passwords.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { recoveryCodes, secondFactors } from '#api/ground/db/schema.ts';
import { createSeal, type KeyRotation } from '#api/ground/keys/seal.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';
import type { Uses } from '#api/ground/services.ts';
import { codeForm } from '#schema/rules/second-factor.ts';

export type Factor = typeof secondFactors.$inferSelect;

// The parameters that every authenticator app supports: SHA-1, six digits, 30 seconds.
const periodSeconds = 30;
const digits = 6;
// One step early or late, for a clock that is wrong.
const toleratedSteps = 1;

/** 160 random bits, as RFC 4226 wants. */
export const newAppSecret = (): Uint8Array => new Secret({ size: 20 }).bytes;

/** The `otpauth://` address and the secret in base32, for a QR code and for typing. */
export function otpauthAddressOf(secret: Uint8Array, account: string) {
  const totp = new TOTP({ ...settingsOf(secret), issuer: 'Manabook', label: account });
  return { uri: totp.toString(), secret: totp.secret.base32 };
}

const settingsOf = (secret: Uint8Array) => ({
  secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  algorithm: 'SHA1',
  digits,
  period: periodSeconds,
});

/** The code that an app shows at a time, in milliseconds since 1970. */
export const appCode = (secret: Uint8Array, timestamp: number): string =>
  TOTP.generate({ ...settingsOf(secret), timestamp });

/** The time step of a right code of the app; undefined for a wrong one. */
function stepOf(secret: Uint8Array, code: string): number | undefined {
  const timestamp = Date.now();
  const delta = TOTP.validate({ ...settingsOf(secret), token: code, timestamp, window: toleratedSteps });
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
}

/** The kind of code that was used. */
export type UsedCode = 'app' | 'recovery';

type Store = Uses<'db' | 'secrets'>;

/** Uses a code of the app or a recovery code, once; undefined for a wrong or used one. */
export async function consumeCode(
  { db, secrets: keyStore }: Store,
  factor: Factor,
  typed: string,
): Promise<UsedCode | undefined> {
  const code = codeForm(typed);
  if (await consumeAppCode(db, keyStore, factor, code)) return 'app';
  return (await consumeRecoveryCode(db, factor.userId, code)) ? 'recovery' : undefined;
}

/** Uses a code of the app. Of simultaneous calls with the same code, one succeeds. */
export async function consumeAppCode(
  db: Queryable,
  keyStore: Secrets,
  factor: Factor,
  typed: string,
): Promise<boolean> {
  const code = codeForm(typed);
  const secret = /^\d{6}$/.test(code) ? openSecret(keyStore, factor.userId, factor.sealedSecret) : undefined;
  const step = secret && stepOf(secret, code);
  if (step === undefined) return false;
  const { userId, sealedSecret, lastStep } = secondFactors;
  const used = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(userId, factor.userId),
        // The row may hold a newer secret than was read.
        eq(sealedSecret, factor.sealedSecret),
        or(isNull(lastStep), lt(lastStep, step)),
      ),
    )
    .returning({ userId });
  return used.length === 1;
}

// 31 characters without look-alikes, so ten of them have 49 bits.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 10;
const codeCount = 10;

const newRecoveryCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** New recovery codes: to be shown, in two groups of five, and their hashes to be kept. */
export async function makeRecoveryCodes(): Promise<{ readonly shown: string[]; readonly hashes: string[] }> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode);
  const hashes: string[] = [];
  await withHashingSlot(async () => {
    for (const code of codes) hashes.push(await hash(code, passwordCosts));
  });
  return { shown: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes };
}

/** Keeps recovery codes in place of a person's old ones. */
export async function keepRecoveryCodes(tx: Queryable, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ id: newId(), userId, codeHash })));
}

async function consumeRecoveryCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  if (code.length !== codeLength) return false;
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));
  const rows = await db.select().from(recoveryCodes).where(unused);
  const right = await withHashingSlot(async () => {
    for (const row of rows) if (await verify(row.codeHash, code)) return row;
    return undefined;
  });
  if (!right) return false;
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.id, right.id), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return used.length === 1;
}

const seal = createSeal('manabook second factor secrets');

/** Encrypts an app's secret for one person. */
export const sealSecret = (keyStore: Secrets, userId: string, secret: Uint8Array): string =>
  seal.close(keyStore, userId, secret);

/** Decrypts an app's secret; undefined when its key is gone, as after a restore without keys. */
export const openSecret = (keyStore: Secrets, userId: string, sealed: string): Uint8Array | undefined =>
  seal.open(keyStore, userId, sealed);

/** Encrypts again, with the current key, the secrets that a removed key encrypted, so that nobody loses the second step. */
export async function resealSecrets(tx: Queryable, rotation: KeyRotation): Promise<void> {
  const rows = await tx.select().from(secondFactors).for('update');
  for (const { userId, sealedSecret } of rows) {
    const renewed = seal.renew(rotation, userId, sealedSecret);
    if (renewed === undefined) continue;
    await tx.update(secondFactors).set({ sealedSecret: renewed }).where(eq(secondFactors.userId, userId));
  }
}

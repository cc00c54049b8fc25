import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { secondFactors } from '#api/ground/db/schema.ts';
import { createSeal, type KeyExchange } from '#api/ground/keys/seal.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';

const seal = createSeal('manabook second factor secrets');

/** Encrypts an app's secret for one person. */
export const sealSecret = (secrets: Secrets, userId: string, secret: Uint8Array): string =>
  seal.close(secrets, userId, secret);

/** Decrypts an app's secret; undefined when its key is gone, as after a restore without keys. */
export const openSecret = (secrets: Secrets, userId: string, sealed: string): Uint8Array | undefined =>
  seal.open(secrets, userId, sealed);

/** Encrypts again, with the current key, the secrets of keys that are removed, so that nobody loses the second step. */
export async function resealSecrets(tx: Queryable, exchange: KeyExchange): Promise<void> {
  const rows = await tx.select().from(secondFactors).for('update');
  for (const { userId, sealedSecret } of rows) {
    const renewed = seal.renew(exchange, userId, sealedSecret);
    if (renewed === undefined) continue;
    await tx.update(secondFactors).set({ sealedSecret: renewed }).where(eq(secondFactors.userId, userId));
  }
}

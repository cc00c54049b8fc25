import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { signInProviders } from '#api/ground/db/schema.ts';
import { createSeal, type KeyRotation } from '#api/ground/keys/seal.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';

const seal = createSeal('manabook sign-in provider secrets');

export const sealedSecret = (secrets: Secrets, providerId: string, secret: string): string =>
  seal.close(secrets, providerId, Buffer.from(secret));

/** The client secret; undefined when its key is gone, as after a restore without keys. */
export function openedSecret(secrets: Secrets, provider: { readonly id: string; readonly sealedSecret: string }) {
  const secretBytes = seal.open(secrets, provider.id, provider.sealedSecret);
  return secretBytes && Buffer.from(secretBytes).toString('utf8');
}

/** Encrypts again, with the current key, the secrets that a removed key encrypted, so that nobody has to enter them again. */
export async function resealProviderSecrets(tx: Queryable, rotation: KeyRotation): Promise<void> {
  const rows = await tx.select().from(signInProviders).for('update');
  for (const { id, sealedSecret: sealed } of rows) {
    const renewed = seal.renew(rotation, id, sealed);
    if (renewed !== undefined)
      await tx.update(signInProviders).set({ sealedSecret: renewed }).where(eq(signInProviders.id, id));
  }
}

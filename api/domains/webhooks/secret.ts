import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { webhooks } from '#api/ground/db/schema.ts';
import { createSeal, type KeyRotation } from '#api/ground/keys/seal.ts';
import type { Secrets } from '#api/ground/keys/secrets.ts';

const seal = createSeal('manabook webhook secrets');
const prefix = 'whsec_';

/** A new secret of 256 random bits: as its receiver gets it, and as it is stored. */
export function newSecret(secrets: Secrets, webhookId: string): { readonly secret: string; readonly sealed: string } {
  const bytes = randomBytes(32);
  return { secret: `${prefix}${bytes.toString('base64')}`, sealed: seal.close(secrets, webhookId, bytes) };
}

interface Sealed {
  readonly id: string;
  readonly sealedSecret: string;
  readonly oldSealedSecret: string | null;
  readonly oldSecretEndsAt: Date | null;
}

/** The secrets that sign now, the current one first. Empty when the keys are gone, as after a restore without them. */
export function signingSecrets(secrets: Secrets, webhook: Sealed): readonly Uint8Array[] {
  const { id, sealedSecret, oldSealedSecret, oldSecretEndsAt } = webhook;
  const isOldValid = oldSecretEndsAt !== null && oldSecretEndsAt.getTime() > Date.now();
  return [sealedSecret, isOldValid ? oldSealedSecret : null].flatMap((sealed) => {
    const secretBytes = sealed === null ? undefined : seal.open(secrets, id, sealed);
    return secretBytes ? [secretBytes] : [];
  });
}

interface Message {
  readonly id: string;
  /** Seconds since 1970, at this try. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of the Standard Webhooks specification: one signature for each secret (HMAC-SHA256). */
export function signedHeaders(keys: readonly Uint8Array[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64'));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}

/** Encrypts again, with the current key, the secrets that a removed key encrypted, so that receivers need no new ones. */
export async function resealWebhookSecrets(tx: Queryable, rotation: KeyRotation): Promise<void> {
  const rows = await tx.select().from(webhooks).for('update');
  for (const { id, sealedSecret, oldSealedSecret } of rows) {
    const renewed = {
      sealedSecret: seal.renew(rotation, id, sealedSecret),
      oldSealedSecret: oldSealedSecret === null ? undefined : seal.renew(rotation, id, oldSealedSecret),
    };
    // Drizzle leaves undefined columns as they are, and refuses an update without any.
    if (Object.values(renewed).some(Boolean)) await tx.update(webhooks).set(renewed).where(eq(webhooks.id, id));
  }
}

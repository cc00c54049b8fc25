import { and, eq, lt } from 'drizzle-orm';
import { passkeys } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { passkeyLogin } from '#schema/rest/passkeys.ts';
import { signedCount } from './ceremony.ts';
import { spendChallenge } from './challenges.ts';

/** The owner of the passkey that signed; `refused` is the owner of a known passkey whose signature does not fit. */
export type Used = { readonly userId: string } | { readonly refused: string | null };

/**
 * Verifies a browser's answer, which can be used once. For a second step, `userId` is the account of the first step.
 * A signature counter that does not increase points to a copied authenticator, so the answer is refused.
 */
export async function usePasskey(
  { db, settings }: Uses<'db' | 'settings'>,
  body: BodyOf<typeof passkeyLogin>,
  userId: string | null,
): Promise<Used> {
  const challenge = await spendChallenge(db, body.clientData, { purpose: 'sign-in', userId });
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, body.credential));
  if (challenge === undefined || !passkey || (userId !== null && passkey.userId !== userId)) return { refused: null };
  const counter = await signedCount({ settings, body, challenge, passkey });
  if (counter === undefined) return { refused: passkey.userId };
  const isCounterAccepted = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date() })
    // Compared again, since another answer may have been counted meanwhile.
    .where(and(eq(passkeys.id, passkey.id), isCounterAccepted))
    .returning({ id: passkeys.id });
  return used.length === 1 ? { userId: passkey.userId } : { refused: passkey.userId };
}

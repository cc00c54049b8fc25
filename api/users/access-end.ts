import { revokeKeysOf } from '#api/api-keys/revoke.ts';
import { voidLinks } from '#api/auth/account-links.ts';
import { closeSessionsOf } from '#api/auth/sessions.ts';
import type { Queryable } from '#api/db/client.ts';

/**
 * Lets somebody in no more, at once: sessions end with their live access tokens, and mailed links are void. Their API keys
 * end with the account; another mailbox says nothing about those.
 */
export async function endAccess(tx: Queryable, userId: string, reason: 'email' | 'status' | 'deletion'): Promise<void> {
  await closeSessionsOf(tx, userId, reason);
  await voidLinks(tx, userId);
  if (reason !== 'email') await revokeKeysOf(tx, userId, reason);
}

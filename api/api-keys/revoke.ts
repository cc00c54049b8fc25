import { and, eq, isNull } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { apiKeys } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';

interface Revocation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Ends one key, whoever owns it; from then on every request with it is refused. */
export async function revokeApiKey({ db }: Services, { caller, requestId, id }: Revocation): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: new Date(), revokedReason: 'hand', revokedById: caller.userId })
      .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
      .returning({ name: apiKeys.name, scopes: apiKeys.scopes, lastFour: apiKeys.lastFour });
    if (!revoked) throw notFound();
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'revoke', entity: 'api_keys', entityId: id, before: revoked },
    );
  });
}

/** Ends every key of somebody, in the transaction of the change that made it necessary. */
export async function revokeKeysOf(
  tx: Queryable,
  ownerId: string,
  revokedReason: 'role' | 'status' | 'deletion',
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: new Date(), revokedReason })
    .where(and(eq(apiKeys.ownerId, ownerId), isNull(apiKeys.revokedAt)));
}

import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { lockUser } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { apiKeys } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { mostApiKeys } from '#schema/rest/api-keys.ts';
import type { ApiKeyValues } from '#schema/rules/api-keys.ts';
import { newKey } from './authenticate.ts';
import { inState } from './list.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: ApiKeyValues;
}

/** Creates an API key for the caller. The response is the only time that the key is shown. */
export async function createApiKey({ db }: Uses<'db'>, creation: Creation): Promise<{ id: string; key: string }> {
  const { caller, requestId, values } = creation;
  const id = newId();
  const { key, keyHash, lastFour } = newKey();
  await db.transaction(async (tx) => {
    // The row lock serialises the creation of one owner's keys, and checks that the owner is still active.
    await lockUser(tx, caller, caller.userId);
    await assertRoomFor(tx, caller.userId, values.name);
    const shown = {
      name: values.name,
      scopes: values.scopes,
      expiresAt: values.expiresAt ? new Date(values.expiresAt) : null,
      lastFour,
    };
    await tx.insert(apiKeys).values({ ...shown, id, ownerId: caller.userId, keyHash });
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'create', entity: 'api_keys', entityId: id, after: shown },
    );
  });
  return { id, key };
}

async function assertRoomFor(tx: Queryable, ownerId: string, name: string): Promise<void> {
  const live = await tx
    .select({ sameName: sql<boolean>`lower(${apiKeys.name}) = lower(${name})` })
    .from(apiKeys)
    .where(and(eq(apiKeys.ownerId, ownerId), inState('live')));
  if (live.some(({ sameName }) => sameName))
    throw conflict('messages.apiKeyNameExists', 'You already have an API key with this name.', 'name');
  if (live.length >= mostApiKeys)
    throw conflict('messages.tooManyApiKeys', 'You have reached the limit of API keys. Revoke one first.');
}

interface Revocation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly id: string;
}

/** Revokes one key of any owner; every later request with it is refused. */
export async function revokeApiKey({ db }: Uses<'db'>, { caller, requestId, id }: Revocation): Promise<void> {
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

/** Revokes all keys of an owner, in the transaction of the change that made it necessary. */
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

import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { lockUser } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { apiKeys, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { mostApiKeys, mostServiceKeys } from '#schema/rest/api-keys.ts';
import type { ApiKeyValues } from '#schema/rules/api-keys.ts';
import { newKey } from './authenticate.ts';
import { inState } from './list.ts';
import { closeServiceAccount, lockServiceAccounts, makeServiceAccount } from './service-accounts.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: ApiKeyValues;
}

/** Creates an API key for the caller or for a new service account. The response is the only time that the key is shown. */
export async function createApiKey({ db }: Uses<'db'>, creation: Creation): Promise<{ id: string; key: string }> {
  const { caller, requestId, values } = creation;
  const id = newId();
  const { key, keyHash, lastFour } = newKey();
  await db.transaction(async (tx) => {
    // The row lock serialises the creation of one owner's keys, and checks that the owner is still active.
    await lockUser(tx, caller, caller.userId);
    const ownerId = values.kind === 'service' ? await newServiceAccount(tx, creation) : await ownerFor(tx, creation);
    const shown = {
      name: values.name,
      kind: values.kind,
      ...(typeof values.schoolId === 'string' && { schoolId: values.schoolId }),
      scopes: values.scopes,
      expiresAt: values.expiresAt ? new Date(values.expiresAt) : null,
      lastFour,
    };
    await tx.insert(apiKeys).values({ ...shown, id, ownerId, keyHash });
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'create', entity: 'api_keys', entityId: id, after: shown },
    );
  });
  return { id, key };
}

async function ownerFor(tx: Queryable, { caller, values }: Creation): Promise<string> {
  // A person's own key has that person's rights, so it cannot be limited to a school of their choice.
  if (typeof values.schoolId === 'string') throw invalid({ schoolId: ['messages.invalidValue'] });
  await assertRoomFor(tx, { of: eq(apiKeys.ownerId, caller.userId), most: mostApiKeys, name: values.name });
  return caller.userId;
}

async function newServiceAccount(tx: Queryable, { caller, values }: Creation): Promise<string> {
  await lockServiceAccounts(tx);
  await assertRoomFor(tx, { of: users.serviceAccount, most: mostServiceKeys, name: values.name });
  return makeServiceAccount(tx, { name: values.name, schoolId: values.schoolId ?? null, makerId: caller.userId });
}

interface Room {
  /** The condition for the owners whose keys are counted. */
  readonly of: SQL | typeof users.serviceAccount;
  readonly most: number;
  readonly name: string;
}

async function assertRoomFor(tx: Queryable, { of, most, name }: Room): Promise<void> {
  const live = await tx
    .select({ sameName: sql<boolean>`lower(${apiKeys.name}) = lower(${name})` })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .where(and(of, inState('live')));
  if (live.some(({ sameName }) => sameName))
    throw conflict('messages.apiKeyNameExists', 'There is already an API key with this name.', 'name');
  if (live.length >= most)
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
      .returning({
        ownerId: apiKeys.ownerId,
        before: { name: apiKeys.name, scopes: apiKeys.scopes, lastFour: apiKeys.lastFour },
      });
    if (!revoked) throw notFound();
    await closeServiceAccount(tx, revoked.ownerId);
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'revoke', entity: 'api_keys', entityId: id, before: revoked.before },
    );
  });
}

/** Revokes all keys of owners, in the transaction of the change that made it necessary. */
export async function revokeKeysOf(
  tx: Queryable,
  ownerIds: readonly string[],
  revokedReason: 'role' | 'status' | 'deletion',
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: new Date(), revokedReason })
    .where(and(inArray(apiKeys.ownerId, [...ownerIds]), isNull(apiKeys.revokedAt)));
}

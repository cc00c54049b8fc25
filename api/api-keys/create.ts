import { and, eq, sql } from 'drizzle-orm';
import { recordChange } from '#api/audit/record.ts';
import type { Queryable } from '#api/db/client.ts';
import { newId } from '#api/db/ids.ts';
import { apiKeys } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { conflict } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { holdUser } from '#api/users/hold.ts';
import { mostApiKeys } from '#schema/rest/api-keys.ts';
import type { ApiKeyValues } from '#schema/rules/api-keys.ts';
import { newKey } from './key.ts';
import { inState } from './list.ts';

interface Creation {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly values: ApiKeyValues;
}

/** Makes a key for its caller, and gives it: nothing can tell it a second time. */
export async function createApiKey({ db }: Services, creation: Creation): Promise<{ id: string; key: string }> {
  const { caller, requestId, values } = creation;
  const id = newId();
  const { key, keyHash, lastFour } = newKey();
  await db.transaction(async (tx) => {
    // Held, so that keys of one owner are made one after the other, and none for who just lost their rights.
    await holdUser(tx, caller, caller.userId);
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
    throw conflict('messages.apiKeyNameExists', 'Another of your API keys has this name.', 'name');
  if (live.length >= mostApiKeys)
    throw conflict('messages.tooManyApiKeys', `One person has at most ${mostApiKeys} API keys.`);
}

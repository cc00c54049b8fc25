import { eq, sql } from 'drizzle-orm';
import { apiKeys, users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { unauthorized } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { mayCall } from '#schema/access.ts';
import { createApiKey } from '#schema/rest/api-keys.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { hashOfKey } from './key.ts';
import { createLastUse, lastUsedBefore } from './last-use.ts';

/** Whom an API key acts as. One that is unknown, revoked or expired is refused, each in its own words. */
export function createKeyHolder(services: Pick<Services, 'db' | 'logger'>): (key: string) => Promise<StaffCaller> {
  const held = heldKey(services.db);
  const noteUse = createLastUse(services);

  return async (key) => {
    // Found by its hash in an index: nothing compares keys letter by letter, so no timing tells how close a guess was.
    const keyHash = hashOfKey(key);
    const [found] = keyHash === undefined ? [] : await held.execute({ keyHash });
    if (!found) throw unauthorized('messages.apiKeyUnknown', 'Unknown API key.');
    const { id, scopes, ownerId, role } = found;
    // Keys are revoked with what their owner loses; should one be left, it is worth nothing all the same.
    const ownerMay = found.status === UserStatus.ACTIVED && !found.deleted && mayCall(role, createApiKey.access);
    if (found.revoked || !ownerMay) throw unauthorized('messages.apiKeyRevoked', 'This API key has been revoked.');
    if (found.expired) throw unauthorized('messages.apiKeyExpired', 'This API key has expired.');
    if (found.restedAMinute) noteUse(id);
    return { kind: role, userId: ownerId, sessionId: null, apiKey: { id, scopes } };
  };
}

// Asked for every request of a key, so PostgreSQL plans it once for each connection.
const heldKey = (db: Services['db']) =>
  db
    .select({
      id: apiKeys.id,
      scopes: apiKeys.scopes,
      revoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
      expired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      restedAMinute: lastUsedBefore,
      ownerId: users.id,
      role: users.role,
      status: users.status,
      deleted: sql<boolean>`${users.deletedAt} is not null`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .where(eq(apiKeys.keyHash, sql.placeholder('keyHash')))
    .prepare('held_api_key');

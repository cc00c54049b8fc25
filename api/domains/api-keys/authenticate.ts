import { createHash, randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { apiKeys, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import { mayCall } from '#schema/access.ts';
import { createApiKey } from '#schema/rest/api-keys.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

/** Finds the owner of an API key. Answers 401 for an unknown, revoked or expired key, each with its own message. */
export function createKeyHolder(services: Uses<'db' | 'logger'>): (key: string) => Promise<StaffCaller> {
  const noteUse = createLastUse(services);

  return async (key) => {
    // The key is looked up by its hash, so that response times do not show how close a guess was.
    const keyHash = hashOfKey(key);
    const [found] = keyHash === undefined ? [] : await findKey(services.db, { keyHash });
    if (!found) throw unauthorized('messages.apiKeyUnknown', 'Unknown API key.');
    const { id, name, scopes, ownerId, role, ofServiceAccount } = found;
    // A second guard: keys are revoked when their owner loses the right to have them.
    const ownerMay =
      found.status === UserStatus.ACTIVED &&
      (ofServiceAccount || (!found.deleted && mayCall(role, createApiKey.access)));
    if (found.revoked || !ownerMay) throw unauthorized('messages.apiKeyRevoked', 'This API key has been revoked.');
    if (found.expired) throw unauthorized('messages.apiKeyExpired', 'This API key has expired.');
    if (found.restedAMinute) noteUse(id);
    return { kind: role, userId: ownerId, sessionId: null, apiKey: { id, name, scopes, ofServiceAccount } };
  };
}

const findKey = preparedQuery(['keyHash'], (db: Queryable, { keyHash }) =>
  db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      revoked: sql<boolean>`${apiKeys.revokedAt} is not null`,
      expired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      restedAMinute: lastUsedBefore,
      ownerId: users.id,
      role: users.role,
      status: users.status,
      deleted: sql<boolean>`${users.deletedAt} is not null`,
      ofServiceAccount: users.serviceAccount,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.ownerId))
    .where(eq(apiKeys.keyHash, keyHash)),
);

const prefix = 'mbk_';
const shape = /^mbk_[\w-]{43}$/;

/** A new key: 256 random bits with a prefix by which people and secret scanners recognise it. */
export function newKey() {
  const key = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { key, keyHash: sha256(key), lastFour: key.slice(-4) };
}

const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Whether a bearer token has the prefix of an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix);

// The stored hash of a key; undefined for malformed keys. A fast hash is enough for 256 random bits.
function hashOfKey(key: string): string | undefined {
  return shape.test(key) ? sha256(key) : undefined;
}

const thisMinute = sql`date_trunc('minute', now())`;

// Whether the key was last used in an earlier minute.
const lastUsedBefore = sql<boolean>`${apiKeys.lastUsedAt} is distinct from ${thisMinute}`;

// Records the use of a key once a minute, without delaying or failing the request.
function createLastUse({ db, logger }: Uses<'db' | 'logger'>): (keyId: string) => void {
  const underWay = new Set<string>();
  return (keyId) => {
    if (underWay.has(keyId)) return;
    underWay.add(keyId);
    void db
      .update(apiKeys)
      .set({ lastUsedAt: thisMinute })
      .where(and(eq(apiKeys.id, keyId), lastUsedBefore))
      .catch((error: unknown) => logger.warn({ err: error, apiKey: keyId }, 'last use of an API key not noted'))
      .finally(() => underWay.delete(keyId));
  };
}

import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { apiKeys, refreshFamilies, users } from '#api/ground/db/schema.ts';
import type { IsHolderLive } from '#api/ground/http/downloads.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { id as idForm } from '#schema/rest/values.ts';

/** Whether a link to a file may still open: its session has not ended, or its API key still works. */
export function createHolderCheck({ db }: Uses<'db'>): IsHolderLive {
  return async (holder) => {
    const [kind, id] = holder.split('.');
    if (!idForm.safeParse(id).success || id === undefined) return false;
    return kind === 'key' ? isKeyLive(db, id) : isSessionLive(db, id);
  };
}

async function isSessionLive(db: Queryable, id: string): Promise<boolean> {
  const found = await db
    .select({ id: refreshFamilies.id })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(
      and(
        eq(refreshFamilies.id, id),
        isNull(refreshFamilies.revokedAt),
        gt(refreshFamilies.expiresAt, sql`now()`),
        eq(users.status, UserStatus.ACTIVED),
        isNull(users.deletedAt),
      ),
    );
  return found.length > 0;
}

async function isKeyLive(db: Queryable, id: string): Promise<boolean> {
  const isNotOver = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));
  const found = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), isNotOver));
  return found.length > 0;
}

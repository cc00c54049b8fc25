import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { apiKeys, refreshFamilies, users } from '#api/ground/db/schema.ts';
import type { IsHolderLive } from '#api/ground/http/downloads.ts';
import type { Uses } from '#api/ground/services.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { id as idForm } from '#schema/rest/values.ts';

/** Tells whether a link to a file may still open: its session was not ended, or its API key not revoked. */
export function createHolderCheck({ db }: Uses<'db'>): IsHolderLive {
  return async (holder) => {
    const [kind, id = ''] = holder.split('.');
    if (!idForm.safeParse(id).success) return false;
    const found = kind === 'key' ? await db.select().from(apiKeys).where(liveKey(id)) : await liveSessions(id);
    return found.length > 0;
  };

  function liveSessions(id: string) {
    return db
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
  }
}

const liveKey = (id: string) =>
  and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)));

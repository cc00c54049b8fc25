import { and, eq, isNull, sql } from 'drizzle-orm';
import { worksNow } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { apiKeys, rosterImports, users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { mayCall } from '#schema/access.ts';
import { importRoster } from '#schema/rest/roster-files.ts';

/**
 * The user who started an import, as the caller of its writes; undefined when the user, or the API key of the request,
 * has lost the right since.
 */
export async function importerOf(tx: Queryable, importId: string): Promise<StaffCaller | undefined> {
  const [found] = await tx
    .select({
      userId: users.id,
      role: users.role,
      ofServiceAccount: users.serviceAccount,
      wantsKey: sql<boolean>`${rosterImports.apiKeyId} is not null`,
      key: { id: apiKeys.id, name: apiKeys.name, scopes: apiKeys.scopes },
    })
    .from(rosterImports)
    .innerJoin(users, eq(users.id, rosterImports.createdById))
    .leftJoin(
      apiKeys,
      and(
        eq(apiKeys.id, rosterImports.apiKeyId),
        isNull(apiKeys.revokedAt),
        sql`coalesce(${apiKeys.expiresAt} > now(), true)`,
      ),
    )
    .where(and(eq(rosterImports.id, importId), worksNow));
  if (!found || !mayCall(found.role, importRoster.access) || (found.wantsKey && !found.key)) return undefined;
  const { userId, role, ofServiceAccount, key } = found;
  return { kind: role, userId, sessionId: null, ...(key && { apiKey: { ...key, ofServiceAccount } }) };
}

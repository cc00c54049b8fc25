import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { profiles } from '#api/ground/db/schema.ts';
import { unauthorized } from '#api/ground/http/problems.ts';

/**
 * Keeps a child's profile from being merged or erased until the transaction ends, after a wait for whoever is doing so;
 * false when the profile has been removed. Many transactions can hold the same profile.
 */
export async function holdProfile(tx: Queryable, profileId: string): Promise<boolean> {
  const found = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, profileId), isNull(profiles.deletedAt)))
    .for('key share');
  return found.length > 0;
}

/** The same for the calling child: throws 401, by which its device learns of a merge. */
export async function holdCaller(tx: Queryable, profileId: string): Promise<void> {
  if (!(await holdProfile(tx, profileId))) throw unauthorized();
}

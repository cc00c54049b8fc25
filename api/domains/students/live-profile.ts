import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { profiles } from '#api/ground/db/schema.ts';
import { unauthorized } from '#api/ground/http/problems.ts';

/**
 * Locks a child's profile against a merge and an erasure until the transaction ends, and waits for one that is under way.
 * False when the profile has been removed. Many transactions can hold the same profile.
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

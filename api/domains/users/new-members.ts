import { inArray } from 'drizzle-orm';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';

/**
 * Dates people who became members of a school as changed, so that the feed of its owners contains them. The version
 * stays, so that a form that is open stays good. The editor and the time change together, since screens show them
 * together. Call it after the membership is written.
 */
export async function dateNewMembers(
  tx: Queryable,
  { userId }: Pick<StaffCaller, 'userId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const members = inArray(users.id, [...ids]);
  // Locks are taken in the order of the ids everywhere, so that they cannot deadlock.
  await tx.select({ id: users.id }).from(users).where(members).orderBy(users.id).for('no key update');
  await tx.update(users).set({ updatedAt: timeOfChange, updatedById: userId }).where(members);
}

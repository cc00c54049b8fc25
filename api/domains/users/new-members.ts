import { inArray } from 'drizzle-orm';
import { timeOfChange } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';

/**
 * Marks the new members of a school as changed, so that the feed of the school's owners contains them. The version stays,
 * so that an open form can still be saved. The editor changes with the time, since screens show both together. Call this
 * after the membership is written.
 */
export async function dateNewMembers(
  tx: Queryable,
  { userId }: Pick<StaffCaller, 'userId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const members = inArray(users.id, [...ids]);
  // The rows are locked in the order of their ids, as everywhere, so that two such changes do not deadlock.
  await tx.select({ id: users.id }).from(users).where(members).orderBy(users.id).for('no key update');
  await tx.update(users).set({ updatedAt: timeOfChange, updatedById: userId }).where(members);
}

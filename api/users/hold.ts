import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound, unauthorized } from '#api/http/problems.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { visibleTo } from './scope.ts';

export type User = typeof users.$inferSelect;

/**
 * The members of staff of these ids that the caller may see, held until the transaction ends, the caller too: when two
 * administrators deactivate each other at once, the second finds that nobody may act for them any more. So one always
 * stays.
 */
export async function holdUsers(tx: Queryable, caller: StaffCaller, ids: readonly string[]): Promise<User[]> {
  const held = await tx
    .select({ id: users.id, role: users.role, status: users.status, deletedAt: users.deletedAt })
    .from(users)
    .where(inArray(users.id, [...new Set([caller.userId, ...ids])]))
    .orderBy(asc(users.id))
    .for('no key update');
  const self = held.find(({ id }) => id === caller.userId);
  if (self?.role !== caller.kind || self.status !== UserStatus.ACTIVED || self.deletedAt !== null)
    throw unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
  // Read after the locks: whatever others have changed is seen.
  return tx
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), visibleTo(caller)))
    .orderBy(asc(users.id));
}

/** The one member of staff of this id, held; 404 when the caller may not see them. */
export async function holdUser(tx: Queryable, caller: StaffCaller, id: string): Promise<User> {
  const [user] = await holdUsers(tx, caller, [id]);
  if (!user) throw notFound();
  return user;
}

export const withId = ({ id }: Pick<User, 'id'>) => eq(users.id, id);

import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { mayCall, type Role, roles } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { worksNow } from './scope.ts';

/** The role of the user for whom a link was made; undefined once the account has ended or may not call the operation. */
export async function readerRole(
  db: Queryable,
  userId: string,
  { access }: Pick<Operation, 'access'>,
): Promise<Role | undefined> {
  const [reader] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), worksNow));
  return reader && mayCall(reader.role, access) ? reader.role : undefined;
}

/** The ids of the active people whose role may call the operation, without service accounts. */
export async function peopleWhoMay(db: Queryable, { access }: Pick<Operation, 'access'>): Promise<string[]> {
  const allowed = roles.filter((role) => mayCall(role, access));
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, allowed), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt)));
  return found.map(({ id }) => id);
}

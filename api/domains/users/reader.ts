import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { users } from '#api/ground/db/schema.ts';
import { mayCall, type Role } from '#schema/access.ts';
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

import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { taughtBy } from '#api/classes/scope.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes } from '#api/db/schema.ts';
import { ApiProblem } from '#api/http/problems.ts';
import type { Role } from '#schema/access.ts';
import { staffName } from '#schema/staff-name.ts';
import type { User } from './hold.ts';

const classesThat = (tx: Queryable, condition: SQL | undefined) =>
  tx
    .select({ className: classes.className })
    .from(classes)
    .where(and(isNull(classes.deletedAt), condition))
    .orderBy(asc(classes.className));

/** Whether somebody is a teacher or the school administrator of a class. */
export async function isOnClass(tx: Queryable, id: string): Promise<boolean> {
  return (await classesThat(tx, or(taughtBy(id), eq(classes.schoolAdministratorId, id))).limit(1)).length > 0;
}

/** What somebody is on classes by their role. */
function heldBy({ id, role }: Pick<User, 'id' | 'role'>): SQL | undefined {
  if (role === 'Teacher') return taughtBy(id);
  return role === 'SchoolOwner' ? eq(classes.schoolAdministratorId, id) : undefined;
}

// So many are named, and after them only that there are more.
const named = 5;

/** Answers 409 with the classes that another role would leave without a teacher or a school administrator. */
export async function assertMayLeaveRole(tx: Queryable, user: User, role: Role): Promise<void> {
  const held = role === user.role ? undefined : heldBy(user);
  if (held === undefined) return;
  const found = await classesThat(tx, held).limit(named + 1);
  if (found.length === 0) return;
  const names = found.slice(0, named).map(({ className }) => className);
  const list = `${names.join(', ')}${found.length > named ? ' …' : ''}`;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.roleOnClasses',
    messageValues: { name: staffName(user), classes: list },
    detail: `Could not change the role of ${staffName(user)}. They are associated with a Class: ${list}`,
    errors: { role: ['messages.roleOnClasses'] },
  });
}

import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes, classSecondaryTeachers, users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { forbidden } from '#api/http/problems.ts';
import { reaches, type Role } from '#schema/access.ts';
import type { MessageKey } from '#schema/problem.ts';
import type { User } from './hold.ts';

/** Answers 403 when the role has rights that the caller has not. */
export function assertMayGrant(caller: StaffCaller, role: Role): void {
  if (!reaches(caller.kind, role)) throw forbidden('messages.roleAboveOwn');
}

/** Answers 403 when the caller sees this member of staff and still may not change them. */
export async function assertMayChange(tx: Queryable, caller: StaffCaller, user: Known): Promise<void> {
  const refusal = await refusalOf(tx, caller, user);
  if (refusal !== undefined) throw forbidden(refusal);
}

/** Why the caller may not change somebody they see; undefined when they may. */
export async function refusalOf(tx: Queryable, caller: StaffCaller, user: Known): Promise<MessageKey | undefined> {
  return (await refusalsOf(tx, caller, [user])).get(user.id);
}

/** The same of many, by id; who is not there may be changed. */
export async function refusalsOf(
  tx: Queryable,
  caller: StaffCaller,
  people: readonly Known[],
): Promise<ReadonlyMap<string, MessageKey>> {
  const above = people.filter(({ role }) => !reaches(caller.kind, role));
  const elsewhere = await whoWorkElsewhere(
    tx,
    caller,
    people.map(({ id }) => id),
  );
  return new Map<string, MessageKey>([
    ...elsewhere.map(({ id }) => [id, 'messages.userOfAnotherSchool'] as const),
    ...above.map(({ id }) => [id, 'messages.userAboveOwn'] as const),
  ]);
}

type Known = Pick<User, 'id' | 'role'>;

// Whoever sets an e-mail can take the account over, and with it the classes of every school the person works for, or of none.
async function whoWorkElsewhere(tx: Queryable, { kind, userId }: StaffCaller, ids: readonly string[]) {
  const others = ids.filter((id) => id !== userId);
  if (kind !== 'SchoolOwner' || others.length === 0) return [];
  return tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, others), or(hasOtherInviter(userId), hasOtherClass(userId))));
}

const hasOtherInviter = (owner: string): SQL => sql`exists (
  select from ${users} inviter
    where inviter.id = ${users.invitedById} and inviter.id <> ${owner}
      and inviter.role = 'SchoolOwner' and inviter.deleted_at is null
)`;

// Asked of one user after the other by an index each; with `or` in one place it would read every class for every user.
const hasOtherClass = (owner: string): SQL => {
  const another = sql`${classes.deletedAt} is null and ${classes.schoolAdministratorId} is distinct from ${owner}`;
  return sql`(
    (select 1 from ${classes} where ${classes.mainTeacherId} = ${users.id} and ${another} limit 1) is not null
    or (
      select 1 from ${classSecondaryTeachers} join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
      where ${classSecondaryTeachers.teacherId} = ${users.id} and ${another} limit 1
    ) is not null
    or (select 1 from ${classes} where ${classes.schoolAdministratorId} = ${users.id} and ${another} limit 1) is not null
  )`;
};

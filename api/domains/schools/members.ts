import { and, eq, or } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { classNamesWhere } from '#api/domains/classes/class-names.ts';
import { leaveDeletedClasses } from '#api/domains/trash/class-people.ts';
import { dateNewMembers } from '#api/domains/users/new-members.ts';
import { lockUser, type User } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, memberships, schools } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { MemberRole } from '#schema/access.ts';
import { staffName } from '#schema/staff-name.ts';
import { taughtBy } from './scope.ts';

interface OfMember {
  readonly caller: StaffCaller;
  readonly requestId: string;
  readonly schoolId: string;
  readonly userId: string;
}

/** Makes somebody a member of a school by the role of their account; answers 409 for an administrator. */
export async function addMember({ db }: Uses<'db'>, { caller, requestId, schoolId, userId }: OfMember): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, caller, userId);
    if (!(await lockSchool(tx, schoolId))) throw notFound();
    const role = memberRoleOf(user);
    const before = await membershipOf(tx, schoolId, userId);
    if (before?.role === role) return;
    await writeMembership(tx, { schoolId, userId, role });
    await dateNewMembers(tx, caller, [userId]);
    const after = { memberId: userId, role };
    const author = { ...caller, requestId };
    await recordChange(tx, author, { action: 'add-member', entity: 'schools', entityId: schoolId, after });
  });
}

/** Takes a member out of a school; answers 409 while a class of the school has them. */
export async function removeMember(
  { db }: Uses<'db'>,
  { caller, requestId, schoolId, userId }: OfMember,
): Promise<void> {
  const author = { ...caller, requestId };
  await db.transaction(async (tx) => {
    await leaveDeletedClasses(tx, { author, schoolId, userId });
    // A transaction that writes a class locks its people too, so one of the two transactions sees the other's rows.
    const user = await lockUser(tx, caller, userId);
    const member = await membershipOf(tx, schoolId, userId);
    if (!member) throw notFound();
    await assertOnNoClass(tx, user, schoolId);
    await tx.delete(memberships).where(isMember(schoolId, userId));
    const before = { memberId: userId, role: member.role };
    await recordChange(tx, author, { action: 'remove-member', entity: 'schools', entityId: schoolId, before });
  });
}

/** Takes a member to another school; answers 409 while a class of the school that they leave has them. */
export async function moveMember(
  { db }: Uses<'db'>,
  { caller, requestId, schoolId, userId, toSchoolId }: OfMember & { readonly toSchoolId: string },
): Promise<void> {
  if (toSchoolId === schoolId) throw invalid({ toSchoolId: ['messages.invalidValue'] });
  const author = { ...caller, requestId };
  await db.transaction(async (tx) => {
    await leaveDeletedClasses(tx, { author, schoolId, userId });
    const user = await lockUser(tx, caller, userId);
    const member = await membershipOf(tx, schoolId, userId);
    if (!member) throw notFound();
    if (!(await lockSchool(tx, toSchoolId))) throw invalid({ toSchoolId: ['messages.schoolNotAvailable'] });
    const role = memberRoleOf(user);
    await assertOnNoClass(tx, user, schoolId);
    await tx.delete(memberships).where(isMember(schoolId, userId));
    await writeMembership(tx, { schoolId: toSchoolId, userId, role });
    await dateNewMembers(tx, caller, [userId]);
    const after = { memberId: userId, schoolId: toSchoolId, role };
    await recordChange(tx, author, {
      action: 'move-member',
      entity: 'schools',
      entityId: schoolId,
      before: { schoolId },
      after,
    });
  });
}

// The share lock keeps the school from being merged into another until the member is written.
async function lockSchool(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx.select({ id: schools.id }).from(schools).where(eq(schools.id, id)).for('share');
  return found.length > 0;
}

async function writeMembership(tx: Queryable, membership: typeof memberships.$inferInsert): Promise<void> {
  const target = [memberships.schoolId, memberships.userId];
  await tx
    .insert(memberships)
    .values(membership)
    .onConflictDoUpdate({ target, set: { role: membership.role } });
}

function memberRoleOf({ role }: User): MemberRole {
  if (role === 'SchoolOwner' || role === 'Teacher') return role;
  throw conflict('messages.noSchoolRole', 'Administrators are above the schools.', 'userId');
}

const isMember = (schoolId: string, userId: string) =>
  and(eq(memberships.schoolId, schoolId), eq(memberships.userId, userId));

async function membershipOf(tx: Queryable, schoolId: string, userId: string) {
  const [member] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(isMember(schoolId, userId))
    .for('update');
  return member;
}

async function assertOnNoClass(tx: Queryable, user: User, schoolId: string): Promise<void> {
  const theirs = or(taughtBy(user.id), eq(classes.schoolAdministratorId, user.id));
  const list = await classNamesWhere(tx, and(eq(classes.schoolId, schoolId), theirs));
  if (list === undefined) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.memberOnClasses',
    messageValues: { name: staffName(user), classes: list },
    detail: `${staffName(user)} is needed on ${list}.`,
  });
}

import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { classNamesWhere } from '#api/domains/classes/class-names.ts';
import { ownPeople, schoolsOwnedBy, taughtBy, type Viewer } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classSecondaryTeachers, memberships, users } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, forbidden, notFound, unauthorized } from '#api/ground/http/problems.ts';
import { reaches, type Role } from '#schema/access.ts';
import type { MessageKey } from '#schema/problem.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { staffName } from '#schema/staff-name.ts';

export type User = typeof users.$inferSelect;

/** The members of staff whom the caller may see; part of every staff query of users. */
export function visibleTo(caller: Viewer): SQL | undefined {
  return and(isNull(users.deletedAt), ownPeople(caller));
}

/**
 * The condition for active people and service accounts. A service account is marked as deleted, and deactivated with
 * its key.
 */
export const worksNow = and(
  eq(users.status, UserStatus.ACTIVED),
  or(isNull(users.deletedAt), eq(users.serviceAccount, true)),
);

/**
 * Locks members of staff and the caller until the transaction ends. Resolves to those of the ids that the caller sees;
 * answers 401 when the caller is not active any more. When two administrators deactivate each other at once, the second
 * transaction finds its own caller deactivated, so one administrator always stays.
 */
export async function lockUsers(tx: Queryable, caller: StaffCaller, ids: readonly string[]): Promise<User[]> {
  const lockedUsers = await tx
    .select({ id: users.id, role: users.role, worksNow: sql<boolean>`${worksNow}` })
    .from(users)
    .where(inArray(users.id, [...new Set([caller.userId, ...ids])]))
    .orderBy(asc(users.id))
    .for('no key update');
  const self = lockedUsers.find(({ id }) => id === caller.userId);
  if (self?.role !== caller.kind || !self.worksNow)
    throw unauthorized('messages.sessionExpired', 'Session expired, please log in again.');
  // Read after the locks, so that the rows include what other transactions have committed.
  return tx
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), visibleTo(caller)))
    .orderBy(asc(users.id));
}

/** Locks one member of staff; 404 when the caller does not see them. */
export async function lockUser(tx: Queryable, caller: StaffCaller, id: string): Promise<User> {
  const [user] = await lockUsers(tx, caller, [id]);
  if (!user) throw notFound();
  return user;
}

export const withId = ({ id }: Pick<User, 'id'>) => eq(users.id, id);

/**
 * The role whose accounts an API key may create and change. Teachers create no keys and manage nobody, so that a leaked
 * key cannot create a successor.
 */
const roleForKeys: Role = 'Teacher';
const isBeyondKey = ({ apiKey }: StaffCaller, role: Role): boolean => apiKey !== undefined && role !== roleForKeys;

/** Answers 403 when the role is above the caller's own, or none that an API key grants. */
export function assertMayGrant(caller: StaffCaller, role: Role): void {
  if (isBeyondKey(caller, role)) throw forbidden('messages.apiKeyTeachersOnly');
  if (!reaches(caller.kind, role)) throw forbidden('messages.roleAboveOwn');
}

/** Answers 403 when the caller may not change this member of staff. */
export async function assertMayChange(tx: Queryable, caller: StaffCaller, user: Person): Promise<void> {
  const refusal = (await refusalsOf(tx, caller, [user])).get(user.id);
  if (refusal !== undefined) throw forbidden(refusal);
}

/** The reasons why the caller may not change people, as message keys by id; people whom the caller may change have none. */
export async function refusalsOf(
  tx: Queryable,
  caller: StaffCaller,
  people: readonly Person[],
): Promise<ReadonlyMap<string, MessageKey>> {
  const above = people.filter(({ role }) => !reaches(caller.kind, role));
  const beyondKey = people.filter(({ role }) => isBeyondKey(caller, role));
  const elsewhere = await peopleOfOtherSchools(
    tx,
    caller,
    people.map(({ id }) => id),
  );
  return new Map<string, MessageKey>([
    ...elsewhere.map(({ id }) => [id, 'messages.userOfAnotherSchool'] as const),
    ...above.map(({ id }) => [id, 'messages.userAboveOwn'] as const),
    ...beyondKey.map(({ id }) => [id, 'messages.apiKeyTeachersOnly'] as const),
  ]);
}

type Person = Pick<User, 'id' | 'role'>;

// A caller who can set the e-mail can take the account over, and with it the classes of the person's other schools. So a
// school owner may not change people who also work elsewhere.
async function peopleOfOtherSchools(tx: Queryable, { kind, userId }: StaffCaller, ids: readonly string[]) {
  const others = ids.filter((id) => id !== userId);
  if (kind !== 'SchoolOwner' || others.length === 0) return [];
  // The query runs beyond the school wall, since it asks for other schools.
  return beyondWall(tx, async (all) =>
    all
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, others), or(isMemberElsewhere(userId), hasOtherClass(userId)))),
  );
}

const isMemberElsewhere = (owner: string): SQL => sql`exists (
  select from ${memberships}
    where ${memberships.userId} = ${users.id} and ${memberships.schoolId} not in ${schoolsOwnedBy(owner)}
)`;

// Scalar subqueries, so that PostgreSQL looks each user up by index; a single `or` condition would scan all classes.
const hasOtherClass = (owner: string): SQL => {
  const another = sql`${classes.deletedAt} is null
    and (${classes.schoolId} is null or ${classes.schoolId} not in ${schoolsOwnedBy(owner)})`;
  return sql`(
    (select 1 from ${classes} where ${classes.mainTeacherId} = ${users.id} and ${another} limit 1) is not null
    or (
      select 1 from ${classSecondaryTeachers} join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
      where ${classSecondaryTeachers.teacherId} = ${users.id} and ${another} limit 1
    ) is not null
    or (select 1 from ${classes} where ${classes.schoolAdministratorId} = ${users.id} and ${another} limit 1) is not null
  )`;
};

/** Whether somebody is a teacher or the school administrator of any class. */
export async function isOnClass(tx: Queryable, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: classes.id })
    .from(classes)
    .where(and(isNull(classes.deletedAt), or(taughtBy(id), eq(classes.schoolAdministratorId, id))))
    .limit(1);
  return found.length > 0;
}

// The classes where somebody has the part of their role: a teacher teaches, a school owner administrates.
function classesHeldBy({ id, role }: Pick<User, 'id' | 'role'>): SQL | undefined {
  if (role === 'Teacher') return taughtBy(id);
  return role === 'SchoolOwner' ? eq(classes.schoolAdministratorId, id) : undefined;
}

/** Answers 409, with the names of the classes, when a new role would leave classes without their teacher or owner. */
export async function assertMayLeaveRole(tx: Queryable, user: User, role: Role): Promise<void> {
  const classesOfRole = role === user.role ? undefined : classesHeldBy(user);
  if (classesOfRole === undefined) return;
  const list = await classNamesWhere(tx, classesOfRole);
  if (list === undefined) return;
  throw new ApiProblem({
    status: 409,
    messageKey: 'messages.roleOnClasses',
    messageValues: { name: staffName(user), classes: list },
    detail: `Could not change the role of ${staffName(user)}. They are associated with a Class: ${list}`,
    errors: { role: ['messages.roleOnClasses'] },
  });
}

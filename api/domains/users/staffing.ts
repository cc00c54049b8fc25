import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import {
  membersOf,
  ofSchools,
  ownersOf,
  ownSchools,
  schoolsOwnedBy,
  schoolsServedBy,
  taughtBy,
  type Viewer,
} from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classSecondaryTeachers, memberships, users, visitingTeachers } from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { reaches } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { dateNewMembers } from './new-members.ts';

// The people that a member of staff may assign to a class. The people of a school are its members and, as visitors, the
// other teachers of its classes. Every school may assign a teacher who belongs to no school yet.

/** The teachers whom a caller may assign to a class: a school staffs its classes before everybody has accepted. */
export function assignableTeachers(caller: StaffCaller): SQL | undefined {
  return and(areTeachers, teachersKnownTo(caller));
}

interface TeacherSets {
  /** The teachers of the caller's school; undefined for administrators. */
  readonly own?: SQL | undefined;
  /** All teachers for administrators; the teachers without a school for a school owner. */
  readonly others?: SQL | undefined;
}

/** The same teachers in two sets, so that each can be queried by its own fast plan. */
export function assignableTeacherSets(caller: StaffCaller): TeacherSets {
  const teachers = areTeachers;
  if (caller.kind === 'Teacher') return { own: assignableTeachers(caller) };
  if (caller.kind !== 'SchoolOwner') return { others: teachers };
  return { own: and(teachers, teachersOfOwner(caller.userId)), others: and(teachers, hasNoSchool) };
}

/** The active school owners whom a caller may assign as a class's school administrator. */
export function assignableAdministrators(caller: Viewer): SQL | undefined {
  return and(areActiveOwners, administratorsKnownTo(caller));
}

/** Teachers who can be assigned: active and invited ones. */
export const areTeachers = and(
  eq(users.role, 'Teacher'),
  inArray(users.status, [UserStatus.INVITED, UserStatus.ACTIVED]),
  isNull(users.deletedAt),
);

/** School owners who can be assigned: active ones. */
export const areActiveOwners = and(
  eq(users.role, 'SchoolOwner'),
  eq(users.status, UserStatus.ACTIVED),
  isNull(users.deletedAt),
);

function teachersKnownTo({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return or(teachersOfOwner(userId), hasNoSchool);
    case 'Teacher': {
      const schools = schoolsServedBy(userId);
      const self = sql`(select ${userId}::uuid)`;
      const taught = teachersOf(taughtBy(userId));
      return inArray(users.id, union(self, taught, teachersOf(ofSchools(schools)), membersOf(schools)));
    }
  }
}

const teachersOfOwner = (userId: string): SQL => teachersOfSchools(schoolsOwnedBy(userId));

/** The members of some schools, and the teachers of their classes. */
export const teachersOfSchools = (schools: SQL): SQL =>
  inArray(users.id, union(membersOf(schools), teachersOf(ofSchools(schools))));

const administratorsKnownTo = (caller: Viewer): SQL => inArray(users.id, ownersOf(ownSchools(caller)));

// A union of id sets, so that each uses its index; an `or` condition would scan all users.
const union = (...sets: SQL[]): SQL => sql`(${sql.join(sets, sql` union `)})`;

/** The ids of the main and secondary teachers of the classes that match a condition. */
export const teachersOf = (theirClasses: SQL): SQL => sql`(
  select ${classes.mainTeacherId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.mainTeacherId} is not null and ${theirClasses}
  union
  select ${classSecondaryTeachers.teacherId} from ${classSecondaryTeachers}
    join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classes.deletedAt} is null and ${theirClasses}
)`;

const ofASchool = sql`${classes.deletedAt} is null and ${classes.schoolId} is not null`;

// Scalar subqueries, so that PostgreSQL looks each user up by index and a page costs the same in a large school;
// `not exists` beside an `or` would build sets of all users first.
const hasNoSchool = sql`(
  (select 1 from ${classes} where ${classes.mainTeacherId} = ${users.id} and ${ofASchool} limit 1) is null
  and (
    select 1 from ${classSecondaryTeachers} join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classSecondaryTeachers.teacherId} = ${users.id} and ${ofASchool} limit 1
  ) is null
  and (select 1 from ${memberships} where ${memberships.userId} = ${users.id} limit 1) is null
)`;

interface Staffing {
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly schoolId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

interface StaffingChange {
  readonly caller: StaffCaller;
  /** Absent for a new class. */
  readonly before?: Staffing;
  readonly after: Staffing;
}

/**
 * Makes the new teachers of a class members of its school when an administrator assigns them; call it before the class is
 * written. A school that assigns a teacher without a school does not come to manage that account: the teacher is no
 * member, but a visitor.
 */
export async function admitTeachers(tx: Queryable, { caller, before, after }: StaffingChange): Promise<void> {
  const { schoolId } = after;
  if (schoolId === null) return;
  const stayed = before?.schoolId === schoolId ? teachersIn(before) : [];
  const added = teachersIn(after).filter((id) => !stayed.includes(id));
  if (added.length === 0) return;
  if (!reaches(caller.kind, 'Administrator')) return noteVisitors(tx, { schoolId, after, added });
  const joined = await tx
    .insert(memberships)
    .values(added.map((userId) => ({ schoolId, userId, role: 'Teacher' as const })))
    .onConflictDoNothing()
    .returning({ id: memberships.userId });
  await dateNewMembers(
    tx,
    caller,
    joined.map(({ id }) => id),
  );
  const visits = inArray(visitingTeachers.teacherId, added);
  if (after.schoolAdministratorId !== null)
    await tx
      .delete(visitingTeachers)
      .where(and(eq(visitingTeachers.schoolOwnerId, after.schoolAdministratorId), visits));
}

interface Added {
  readonly schoolId: string;
  readonly after: Staffing;
  readonly added: readonly string[];
}

// Only servers of the release before read these rows: without them they would show a visitor to the school owner.
async function noteVisitors(tx: Queryable, { schoolId, after, added }: Added): Promise<void> {
  const schoolOwnerId = after.schoolAdministratorId;
  if (schoolOwnerId === null) return;
  // A teacher who makes a class does not see the school's others.
  const strangers = await beyondWall(tx, async (all) =>
    all
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, [...added]), sql`not ${teachersOfSchools(sql`(${schoolId})`)}`)),
  );
  const rows = strangers.map(({ id }) => ({ schoolOwnerId, teacherId: id }));
  if (rows.length > 0) await tx.insert(visitingTeachers).values(rows).onConflictDoNothing();
}

const teachersIn = ({ mainTeacherId, secondaryTeacherIds }: Staffing): readonly string[] =>
  mainTeacherId === null ? secondaryTeacherIds : [mainTeacherId, ...secondaryTeacherIds];

import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { taughtBy } from '#api/classes/scope.ts';
import { classes, classSecondaryTeachers, users } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import type { Role } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

// Whom a member of staff may put on a class. A school's people are those of the classes of one school administrator
// and those whom that administrator invited; who belongs to no school yet can be taken up by any.

/** The active teachers a caller may put on a class. */
export function nameableTeachers(caller: StaffCaller): SQL | undefined {
  return and(activeAs('Teacher'), teachersKnownTo(caller));
}

interface TeacherSets {
  /** Those of the caller's school, found at once; of nobody for whom all are of theirs. */
  readonly own?: SQL | undefined;
  /** Those of every school, or for a school owner those of none yet. */
  readonly others?: SQL | undefined;
}

/** The same teachers in parts, each found quickly in a way of its own. */
export function nameableTeacherSets(caller: StaffCaller): TeacherSets {
  const teachers = activeAs('Teacher');
  if (caller.kind === 'Teacher') return { own: nameableTeachers(caller) };
  if (caller.kind !== 'SchoolOwner') return { others: teachers };
  return { own: and(teachers, teachersOfOwner(caller.userId)), others: and(teachers, ofNoSchool) };
}

/** The active school owners a caller may name as a class's school administrator. */
export function nameableAdministrators(caller: StaffCaller): SQL | undefined {
  return and(activeAs('SchoolOwner'), administratorsKnownTo(caller));
}

const activeAs = (role: Role): SQL | undefined =>
  and(eq(users.role, role), eq(users.status, UserStatus.ACTIVED), isNull(users.deletedAt));

function teachersKnownTo({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return or(teachersOfOwner(userId), ofNoSchool);
    case 'Teacher': {
      const schools = schoolsOf(userId);
      const sameSchool = sql`${classes.schoolAdministratorId} in ${schools}`;
      const self = sql`(select ${userId}::uuid)`;
      return inArray(users.id, union(self, teachersOf(taughtBy(userId)), teachersOf(sameSchool), invitedBy(schools)));
    }
  }
}

/** The teachers a school owner has invited or has on a class. */
export const teachersOfOwner = (userId: string): SQL =>
  inArray(users.id, union(invitedBy(sql`(${userId})`), teachersOf(eq(classes.schoolAdministratorId, userId))));

function administratorsKnownTo({ kind, userId }: StaffCaller): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return eq(users.id, userId);
    case 'Teacher':
      return inArray(users.id, schoolsOf(userId));
  }
}

// Sets of ids, each found by an index; a condition with `or` in its place would read every user.
const union = (...sets: SQL[]): SQL => sql`(${sql.join(sets, sql` union `)})`;

const invitedBy = (inviters: SQL): SQL =>
  sql`(select invited.id from ${users} invited where invited.invited_by_id in ${inviters})`;

/** The main and secondary teachers of the classes that fit, as a set of ids. */
export const teachersOf = (theirClasses: SQL): SQL => sql`(
  select ${classes.mainTeacherId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.mainTeacherId} is not null and ${theirClasses}
  union
  select ${classSecondaryTeachers.teacherId} from ${classSecondaryTeachers}
    join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classes.deletedAt} is null and ${theirClasses}
)`;

/** The school administrators a teacher works for: of the classes taught, and the one who sent the invitation. */
const schoolsOf = (teacherId: string): SQL => sql`(
  select ${classes.schoolAdministratorId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.schoolAdministratorId} is not null and ${taughtBy(teacherId)}
  union
  select inviter.id from ${users} invited join ${users} inviter on inviter.id = invited.invited_by_id
    where invited.id = ${teacherId} and inviter.role = 'SchoolOwner'
)`;

const ofASchool = sql`${classes.deletedAt} is null and ${classes.schoolAdministratorId} is not null`;

// Asked of one user after the other, so that a page of them costs no more in a large school; `not exists` beside an `or`
// would be answered by sets of everybody first.
const ofNoSchool = sql`(
  (select 1 from ${classes} where ${classes.mainTeacherId} = ${users.id} and ${ofASchool} limit 1) is null
  and (
    select 1 from ${classSecondaryTeachers} join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classSecondaryTeachers.teacherId} = ${users.id} and ${ofASchool} limit 1
  ) is null
  and (select inviter.role from ${users} inviter where inviter.id = ${users.invitedById}) is distinct from 'SchoolOwner'
)`;

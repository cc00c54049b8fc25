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
      return or(
        inArray(users.id, union(invitedBy(sql`(${userId})`), teachersOf(eq(classes.schoolAdministratorId, userId)))),
        ofNoSchool,
      );
    case 'Teacher': {
      const schools = schoolsOf(userId);
      const sameSchool = sql`${classes.schoolAdministratorId} in ${schools}`;
      const colleagues = union(teachersOf(taughtBy(userId)), teachersOf(sameSchool), invitedBy(schools));
      return or(eq(users.id, userId), inArray(users.id, colleagues));
    }
  }
}

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

const ofNoSchool = sql`(
  ${users.id} not in ${teachersOf(sql`${classes.schoolAdministratorId} is not null`)}
  and (
    ${users.invitedById} is null
    or ${users.invitedById} not in (select inviter.id from ${users} inviter where inviter.role = 'SchoolOwner')
  )
)`;

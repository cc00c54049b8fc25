import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { taughtBy } from '#api/domains/classes/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, classSecondaryTeachers, users, visitingTeachers } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { reaches, type Role } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';

// Whom a member of staff may assign to a class. The people of a school are the teachers of one school administrator's
// classes and the users whom that administrator invited. Every school may assign a teacher who belongs to no school yet.

/** The active teachers whom a caller may assign to a class. */
export function assignableTeachers(caller: StaffCaller): SQL | undefined {
  return and(activeAs('Teacher'), teachersKnownTo(caller));
}

interface TeacherSets {
  /** The teachers of the caller's school; undefined for administrators. */
  readonly own?: SQL | undefined;
  /** All teachers for administrators; the teachers without a school for a school owner. */
  readonly others?: SQL | undefined;
}

/** The same teachers in two sets, so that each can be queried by its own fast plan. */
export function assignableTeacherSets(caller: StaffCaller): TeacherSets {
  const teachers = activeAs('Teacher');
  if (caller.kind === 'Teacher') return { own: assignableTeachers(caller) };
  if (caller.kind !== 'SchoolOwner') return { others: teachers };
  return { own: and(teachers, teachersOfOwner(caller.userId)), others: and(teachers, hasNoSchool) };
}

/** The active school owners whom a caller may assign as a class's school administrator. */
export function assignableAdministrators(caller: StaffCaller): SQL | undefined {
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
      return or(teachersOfOwner(userId), hasNoSchool);
    case 'Teacher': {
      const schools = schoolsOf(userId);
      const sameSchool = sql`${classes.schoolAdministratorId} in ${schools}`;
      const self = sql`(select ${userId}::uuid)`;
      return inArray(users.id, union(self, teachersOf(taughtBy(userId)), teachersOf(sameSchool), invitedBy(schools)));
    }
  }
}

/** The teachers whom a school owner invited, or who teach one of the owner's classes. */
const teachersOfOwner = (userId: string): SQL =>
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

// A union of id sets, so that each uses its index; an `or` condition would scan all users.
const union = (...sets: SQL[]): SQL => sql`(${sql.join(sets, sql` union `)})`;

const invitedBy = (inviters: SQL): SQL =>
  sql`(select invited.id from ${users} invited where invited.invited_by_id in ${inviters})`;

/** The ids of the main and secondary teachers of the classes that match a condition. */
export const teachersOf = (theirClasses: SQL): SQL => sql`(
  select ${classes.mainTeacherId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.mainTeacherId} is not null and ${theirClasses}
  union
  select ${classSecondaryTeachers.teacherId} from ${classSecondaryTeachers}
    join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classes.deletedAt} is null and ${theirClasses}
)`;

// The school administrators for whom a teacher works: those of the taught classes, and the one who invited the teacher.
const schoolsOf = (teacherId: string): SQL => sql`(
  select ${classes.schoolAdministratorId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.schoolAdministratorId} is not null and ${taughtBy(teacherId)}
  union
  select inviter.id from ${users} invited join ${users} inviter on inviter.id = invited.invited_by_id
    where invited.id = ${teacherId} and inviter.role = 'SchoolOwner'
)`;

const ofASchool = sql`${classes.deletedAt} is null and ${classes.schoolAdministratorId} is not null`;

// Scalar subqueries, so that PostgreSQL looks each user up by index and a page costs the same in a large school;
// `not exists` beside an `or` would build sets of all users first.
const hasNoSchool = sql`(
  (select 1 from ${classes} where ${classes.mainTeacherId} = ${users.id} and ${ofASchool} limit 1) is null
  and (
    select 1 from ${classSecondaryTeachers} join ${classes} on ${classes.id} = ${classSecondaryTeachers.classId}
    where ${classSecondaryTeachers.teacherId} = ${users.id} and ${ofASchool} limit 1
  ) is null
  and (select inviter.role from ${users} inviter where inviter.id = ${users.invitedById}) is distinct from 'SchoolOwner'
)`;

interface Staffing {
  readonly mainTeacherId: string | null;
  readonly schoolAdministratorId: string | null;
  readonly secondaryTeacherIds: readonly string[];
}

interface StaffingChange {
  readonly caller: StaffCaller;
  /** Absent for a new class. */
  readonly before?: Staffing;
  readonly after: Staffing;
}

/**
 * Records which new teachers of a class are visitors of its school; call it before the class is written. A school owner who
 * assigns a teacher without a school does not become the manager of that account: the teacher is a visitor. When an
 * administrator assigns the teacher, the teacher belongs to the school.
 */
export async function recordVisitingTeachers(tx: Queryable, { caller, before, after }: StaffingChange): Promise<void> {
  const schoolOwnerId = after.schoolAdministratorId;
  if (schoolOwnerId === null) return;
  const stayed = before?.schoolAdministratorId === schoolOwnerId ? teachersIn(before) : [];
  const added = teachersIn(after).filter((id) => !stayed.includes(id));
  if (added.length === 0) return;
  if (reaches(caller.kind, 'Administrator')) {
    await tx
      .delete(visitingTeachers)
      .where(and(eq(visitingTeachers.schoolOwnerId, schoolOwnerId), inArray(visitingTeachers.teacherId, added)));
    return;
  }
  const strangers = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, added), sql`not ${teachersOfOwner(schoolOwnerId)}`));
  const rows = strangers.map(({ id }) => ({ schoolOwnerId, teacherId: id }));
  if (rows.length > 0) await tx.insert(visitingTeachers).values(rows).onConflictDoNothing();
}

const teachersIn = ({ mainTeacherId, secondaryTeacherIds }: Staffing): readonly string[] =>
  mainTeacherId === null ? secondaryTeacherIds : [mainTeacherId, ...secondaryTeacherIds];

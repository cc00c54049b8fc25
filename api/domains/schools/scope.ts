import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { classes, classSecondaryTeachers, memberships, users } from '#api/ground/db/schema.ts';
import type { Role } from '#schema/access.ts';

// This file alone defines which schools, classes and people a member of staff may access. The scopes of the other
// domains build on it. A function here that returns undefined sets no limit.

/** A member of staff who reads; a prepared query has a placeholder instead of the id. */
export interface Viewer {
  readonly kind: Role;
  readonly userId: string | Placeholder;
}

/** Makes the same query for the callers of each role. */
export const forEachRole = <Query>(query: (role: Role) => Query): Readonly<Record<Role, Query>> => ({
  SuperAdmin: query('SuperAdmin'),
  Administrator: query('Administrator'),
  SchoolOwner: query('SchoolOwner'),
  Teacher: query('Teacher'),
});

/** The ids of the schools that somebody owns. */
export const schoolsOwnedBy = (userId: Viewer['userId']): SQL => sql`(
  select ${memberships.schoolId} from ${memberships}
    where ${memberships.userId} = ${userId} and ${memberships.role} = 'SchoolOwner'
)`;

/** The ids of the schools for which somebody works: those they belong to and those where they teach a class. */
export const schoolsServedBy = (userId: Viewer['userId']): SQL => sql`(
  select ${memberships.schoolId} from ${memberships} where ${memberships.userId} = ${userId}
  union
  select ${classes.schoolId} from ${classes}
    where ${classes.deletedAt} is null and ${classes.schoolId} is not null and ${taughtBy(userId)}
)`;

/** The ids of the schools whose classes a member of staff may create. */
export function ownSchools({ kind, userId }: Viewer): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return schoolsOwnedBy(userId);
    case 'Teacher':
      return schoolsServedBy(userId);
  }
}

/** The classes that belong to a member of staff, deleted ones included. */
export function ownClasses({ kind, userId }: Viewer): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      return ofSchools(schoolsOwnedBy(userId));
    case 'Teacher':
      return taughtBy(userId);
  }
}

/** The members of staff that the caller manages, deleted ones included. */
export function ownPeople({ kind, userId }: Viewer): SQL | undefined {
  switch (kind) {
    case 'SuperAdmin':
    case 'Administrator':
      return undefined;
    case 'SchoolOwner':
      // A union, so that each part uses its index; an `or` condition would scan all users.
      return sql`${users.id} in (select ${userId}::uuid union ${membersOf(schoolsOwnedBy(userId))})`;
    case 'Teacher':
      return sql`false`;
  }
}

/** The classes of some schools. */
export const ofSchools = (schools: SQL): SQL => sql`${classes.schoolId} in ${schools}`;

/** The ids of the members of some schools. */
export const membersOf = (schools: SQL): SQL => sql`(
  select ${memberships.userId} from ${memberships} where ${memberships.schoolId} in ${schools}
)`;

/** The ids of the owners of some schools, or of all. */
export const ownersOf = (schools: SQL | undefined): SQL => sql`(
  select ${memberships.userId} from ${memberships} where ${memberships.role} = 'SchoolOwner'
    ${schools ? sql`and ${memberships.schoolId} in ${schools}` : sql``}
)`;

/** The classes where somebody is the main or a secondary teacher. Each half of the union uses its own index. */
export function taughtBy(userId: Viewer['userId']): SQL {
  return sql`${classes.id} in (
    select taught.id from ${classes} taught where taught.main_teacher_id = ${userId}
    union all
    select ${classSecondaryTeachers.classId} from ${classSecondaryTeachers}
      where ${classSecondaryTeachers.teacherId} = ${userId}
  )`;
}

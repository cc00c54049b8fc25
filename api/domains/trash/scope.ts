import { and, eq, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { ownClasses, ownPeople, schoolsServedBy, type Viewer } from '#api/domains/schools/scope.ts';
import { classes, classProfiles, memberships, profiles, users } from '#api/ground/db/schema.ts';
import { reaches, roleAllowed, roles, type StaffAccess, staffOf, staffWith } from '#schema/access.ts';
import type { TrashKind } from '#schema/rest/trash.ts';

interface Scope {
  /** The roles that may delete this kind. */
  readonly access: StaffAccess;
  /** The rows of this kind that the caller may restore; undefined for all. */
  readonly own: (caller: Viewer) => SQL | undefined;
}

const everything = () => undefined;
const ofAdministrators: Scope = { access: staffOf('textbooks'), own: everything };

const scopes: Record<TrashKind, Scope> = {
  users: { access: staffOf('users'), own: ownUsersBelow },
  classes: { access: staffOf('classes'), own: classesOfOwnSchools },
  textbooks: ofAdministrators,
  lessons: ofAdministrators,
  contents: ofAdministrators,
  push_and_listen_items: ofAdministrators,
  community_posts: { access: staffWith('Community:Delete'), own: classesOfOwnSchools },
  profiles: { access: staffOf('classes'), own: profilesOfOwnClasses },
};

/** The deleted rows of a kind that a member of staff sees and may restore: those that they could have deleted. */
export function restorableBy(caller: Viewer, kind: TrashKind): SQL | undefined {
  const { access, own } = scopes[kind];
  return roleAllowed(caller.kind, access.roles) ? own(caller) : sql`false`;
}

function ownUsersBelow(caller: Viewer): SQL | undefined {
  const below = roles.filter((role) => reaches(caller.kind, role));
  return and(inArray(users.role, below), ownPeople(caller), eq(users.serviceAccount, false));
}

/** Whether somebody became a member of a school after an instant. */
export const joinedSchoolSince = (userId: SQLWrapper, instant: SQLWrapper): SQL => sql`exists (
  select from ${memberships} where ${memberships.userId} = ${userId} and ${memberships.createdAt} > ${instant})`;

// A teacher who joined another school after the deletion of a class does not get the class back.
function classesOfOwnSchools(caller: Viewer): SQL | undefined {
  const own = ownClasses(caller);
  if (caller.kind !== 'Teacher') return own;
  const isServed = sql`${classes.schoolId} in ${schoolsServedBy(caller.userId)}`;
  const hasGone = joinedSchoolSince(sql`${caller.userId}::uuid`, classes.deletedAt);
  return and(own, or(isNull(classes.schoolId), isServed, not(hasGone)));
}

function profilesOfOwnClasses(caller: Viewer): SQL | undefined {
  const own = ownClasses(caller);
  return (
    own &&
    sql`exists (
      select from ${classProfiles} join ${classes} on ${classes.id} = ${classProfiles.classId}
      where ${classProfiles.profileId} = ${profiles.id} and ${and(isNull(classes.deletedAt), own)})`
  );
}

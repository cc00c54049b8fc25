import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { visibleTo } from '#api/domains/classes/scope.ts';
import {
  classes,
  classProfiles,
  classSecondaryTeachers,
  communityPosts,
  memberships,
  profiles,
  schools,
  studentAlbums,
  users,
} from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { memberRoles } from '#schema/access.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { isShownWork } from './works.ts';

/** The albums that a member of staff sees: of classes that they see, all of them. */
export const albumsVisibleTo = (caller: StaffCaller): SQL =>
  sql`${studentAlbums.classIds} <@ array(select ${classes.id} from ${classes} where ${visibleTo(caller)})`;

/** The classes that a child is in. A child who waits for admission is in none. */
export const classesOfChild = (profileId: string): SQL => sql`${classes.id} in (
  select ${classProfiles.classId} from ${classProfiles}
    where ${classProfiles.profileId} = ${profileId} and not ${classProfiles.waiting})`;

const childIsThere = sql`exists (
  select from ${profiles} where ${profiles.id} = ${studentAlbums.profileId} and ${profiles.deletedAt} is null)`;

const schoolAllows = sql`exists (
  select from ${schools} where ${schools.id} = ${studentAlbums.schoolId} and ${schools.familyAlbums})`;

const inEveryClass = sql`not exists (
  select from unnest(${studentAlbums.classIds}) needed(id) where not exists (
    select from ${classes} join ${classProfiles} on ${classProfiles.classId} = ${classes.id}
      where ${classes.id} = needed.id and ${classes.deletedAt} is null and ${classes.schoolId} = ${studentAlbums.schoolId}
        and ${classProfiles.profileId} = ${studentAlbums.profileId} and not ${classProfiles.waiting}))`;

// A teacher who leaves the school must not keep a working link. Administrators belong to no school.
const makerWorksThere = sql`exists (
  select from ${users} where ${users.id} = ${studentAlbums.madeById} and ${users.deletedAt} is null
    and ${users.status} = ${UserStatus.ACTIVED} and (
      ${users.role} not in ${memberRoles}
      or exists (select from ${memberships}
        where ${memberships.userId} = ${users.id} and ${memberships.schoolId} = ${studentAlbums.schoolId})
      or exists (select from ${classes}
        where ${classes.schoolId} = ${studentAlbums.schoolId} and ${classes.deletedAt} is null
          and (${classes.mainTeacherId} = ${users.id} or exists (select from ${classSecondaryTeachers}
            where ${classSecondaryTeachers.classId} = ${classes.id}
              and ${classSecondaryTeachers.teacherId} = ${users.id})))))`;

/** Whether the child, the classes, the school's setting and the maker still allow an album. Its end is checked apart. */
export const isStillAllowed = sql`(${childIsThere} and ${schoolAllows} and ${inEveryClass} and ${makerWorksThere})`;

// The link does not open while one of the album's works is hidden or deleted.
const hasAllItsWorks = sql`not exists (
  select from unnest(${studentAlbums.workIds}) kept(id) where not exists (
    select from ${communityPosts} where ${communityPosts.id} = kept.id and ${isShownWork}))`;

/** Albums whose link opens. */
export const isOpen = and(
  eq(studentAlbums.state, 'done'),
  sql`${studentAlbums.expiresAt} > now()`,
  isStillAllowed,
  hasAllItsWorks,
);

/** The albums that staff see: a failed album stays in the list for a day. */
export const isShown = or(
  isOpen,
  and(inArray(studentAlbums.state, ['waiting', 'running']), isStillAllowed),
  and(eq(studentAlbums.state, 'failed'), sql`${studentAlbums.createdAt} > now() - interval '1 day'`),
);

/** Classes of a child in a school that a member of staff sees. */
export const albumClassesOf = (caller: StaffCaller, child: { readonly profileId: string; readonly schoolId: string }) =>
  and(
    visibleTo(caller),
    eq(classes.schoolId, child.schoolId),
    classesOfChild(child.profileId),
    isNull(classes.deletedAt),
  );

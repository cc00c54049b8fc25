import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { ownPeople } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  classes,
  classProfiles,
  classSecondaryTeachers,
  memberships,
  profiles,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import { beyondWall } from '#api/ground/db/wall/viewer.ts';
import { conflict } from '#api/ground/http/problems.ts';
import { rosterRowLimit } from '#schema/rules/files.ts';
import { isShownChild, isWanted, type Wanted } from './gather.ts';

/** An upper limit of the other rows: those of the manifest, and the school that stands for classes without a school. */
export const fixedRows = 100;

/** Throws 409 for a package that cannot be imported again: one with too many rows, or with two people of the same id. */
export async function assertFits(db: Queryable, wanted: Wanted): Promise<void> {
  const { rowCount, hasTwins } = await sizeOf(db, wanted);
  if (rowCount > rosterRowLimit)
    throw conflict('messages.rosterTooMany', 'Too many children for one package. Export each school.');
  if (hasTwins) throw conflict('messages.rosterSameId', 'Two people have the same external ID. Export each school.');
}

interface Size {
  /** The rows of all files. */
  readonly rowCount: number;
  /** Whether two people have the same id: that of a child is unique in its school only, and a teacher may have it too. */
  readonly hasTwins: boolean;
}

/** Counts what `gather` reads, without reading it. */
export async function sizeOf(db: Queryable, wanted: Wanted): Promise<Size> {
  const isManaged = ownPeople(wanted.caller) ?? sql`true`;
  const question = sql`
    with lessons as materialized (
      select ${classes.id}, ${classes.schoolId}, ${classes.mainTeacherId}, ${classes.textbookId}, ${classes.startDate},
        ${classes.endDate}
      from ${classes} join ${textbooks} on ${eq(textbooks.id, classes.textbookId)} where ${isWanted(wanted)}
    ), places as materialized (
      select ${profiles.id}, ${profiles.externalId} from ${classProfiles}
      join ${profiles} on ${eq(profiles.id, classProfiles.profileId)}
      where ${classProfiles.classId} in (select id from lessons) and ${isShownChild}
    ), taught as materialized (
      select teaching.teacher_id, teaching.school_id from (
        select main_teacher_id as teacher_id, school_id from lessons where main_teacher_id is not null
        union all
        select ${classSecondaryTeachers.teacherId}, lessons.school_id from ${classSecondaryTeachers}
        join lessons on lessons.id = ${classSecondaryTeachers.classId}
      ) teaching join ${users} on ${users.id} = teaching.teacher_id where ${isNull(users.deletedAt)}
    ), posts as materialized (
      select teacher_id, school_id from taught
      union
      select ${memberships.userId}, ${memberships.schoolId} from ${memberships}
      join ${users} on ${and(eq(users.id, memberships.userId), isNull(users.deletedAt))}
      where ${and(eq(memberships.role, 'Teacher'), isNotNull(memberships.schoolId))}
        and ${memberships.schoolId} in (select school_id from lessons)
    ), people as materialized (
      select id, coalesce(external_id, id::text) as named from places
      union
      select ${users.id}, coalesce(case when ${isManaged} then ${users.externalId} end, ${users.id}::text) from ${users}
      where ${users.id} in (select teacher_id from posts)
    )
    select (
      ${fixedRows} + (select count(*) from people)
      -- orgs.csv, academicSessions.csv, courses.csv and classes.csv
      + (select count(distinct school_id) + count(distinct (start_date, end_date)) + count(distinct textbook_id) + count(*)
        from lessons)
      -- roles.csv
      + (select count(*) from posts) + (select count(distinct id) from places)
      -- enrollments.csv
      + (select count(*) from taught) + (select count(*) from places)
    )::int as "rowCount",
    exists (select from people group by named having count(*) > 1) as "hasTwins"`;
  // Beyond the wall, as the file is made.
  const { rows } = await beyondWall(db, async (all) => all.execute<{ rowCount: number; hasTwins: boolean }>(question));
  return rows[0] ?? { rowCount: 0, hasTwins: false };
}

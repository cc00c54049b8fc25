import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/audit/editors.ts';
import type { Queryable } from '#api/db/client.ts';
import { classes, classProfiles, classSecondaryTeachers, media, profiles, textbooks, users } from '#api/db/schema.ts';
import { textBookNameColumns } from '#api/textbooks/names.ts';
import type { UserStatus } from '#schema/rest/enumerations.ts';
import type { StaffMember } from '#schema/rest/users.ts';

export const mainTeachers = alias(users, 'main_teachers');
const administrators = alias(users, 'administrators');

const columns = {
  id: classes.id,
  classCode: classes.classCode,
  classHashCode: classes.classHashCode,
  className: classes.className,
  startDate: classes.startDate,
  endDate: classes.endDate,
  status: classes.status,
  approvalRequired: classes.approvalRequired,
  version: classes.version,
  createdAt: classes.createdAt,
  updatedAt: classes.updatedAt,
  textBook: textBookNameColumns,
  mainTeacher: {
    id: mainTeachers.id,
    firstName: mainTeachers.firstName,
    lastName: mainTeachers.lastName,
    status: mainTeachers.status,
  },
  schoolAdministrator: {
    id: administrators.id,
    firstName: administrators.firstName,
    lastName: administrators.lastName,
    status: administrators.status,
  },
  updatedBy: editorColumns,
};

/**
 * Classes with what is one to a row; for what is many see `secondaryTeachersOf` and `studentCountsOf`. Who has been
 * deleted is not named any more; who is only deactivated keeps their place.
 */
export const selectClasses = (db: Queryable) =>
  db
    .select(columns)
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .leftJoin(mainTeachers, and(eq(mainTeachers.id, classes.mainTeacherId), isNull(mainTeachers.deletedAt)))
    .leftJoin(
      administrators,
      and(eq(administrators.id, classes.schoolAdministratorId), isNull(administrators.deletedAt)),
    )
    .leftJoin(editors, eq(editors.id, classes.updatedById))
    .$dynamic();

/** A member of staff on a class, with whether they are active. */
export interface ClassStaff extends StaffMember {
  readonly status: UserStatus;
}

export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

/** The secondary teachers of many classes, by class, in the order staff gave them; one query. */
export async function secondaryTeachersOf(db: Queryable, classIds: string[]): Promise<Map<string, ClassStaff[]>> {
  const rows = await db
    .select({
      classId: classSecondaryTeachers.classId,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      status: users.status,
    })
    .from(classSecondaryTeachers)
    .innerJoin(users, and(eq(users.id, classSecondaryTeachers.teacherId), isNull(users.deletedAt)))
    .where(inArray(classSecondaryTeachers.classId, classIds))
    .orderBy(classSecondaryTeachers.position);
  const teachers = new Map<string, ClassStaff[]>();
  for (const { classId, ...teacher } of rows) {
    const sameClass = teachers.get(classId);
    if (sameClass) sameClass.push(teacher);
    else teachers.set(classId, [teacher]);
  }
  return teachers;
}

/** How many students have joined each of many classes; one query, and no entry for none. */
export async function studentCountsOf(db: Queryable, classIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ classId: classProfiles.classId, students: count() })
    .from(classProfiles)
    .innerJoin(profiles, and(eq(profiles.id, classProfiles.profileId), isNull(profiles.deletedAt)))
    .where(inArray(classProfiles.classId, classIds))
    .groupBy(classProfiles.classId);
  return new Map(rows.map(({ classId, students }) => [classId, students]));
}

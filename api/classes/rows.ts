import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { classes, classProfiles, classSecondaryTeachers, media, profiles, textbooks, users } from '#api/db/schema.ts';
import { textBookNameColumns } from '#api/textbooks/names.ts';
import type { StaffMember } from '#schema/rest/users.ts';

export const mainTeachers = alias(users, 'main_teachers');
const administrators = alias(users, 'administrators');
const editors = alias(users, 'editors');

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
  mainTeacher: { id: mainTeachers.id, firstName: mainTeachers.firstName, lastName: mainTeachers.lastName },
  schoolAdministrator: {
    id: administrators.id,
    firstName: administrators.firstName,
    lastName: administrators.lastName,
  },
  updatedBy: { id: editors.id, firstName: editors.firstName, lastName: editors.lastName },
};

/** Classes with what is one to a row; for what is many see `secondaryTeachersOf` and `studentCountsOf`. */
export const selectClasses = (db: Queryable) =>
  db
    .select(columns)
    .from(classes)
    .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .leftJoin(mainTeachers, eq(mainTeachers.id, classes.mainTeacherId))
    .leftJoin(administrators, eq(administrators.id, classes.schoolAdministratorId))
    .leftJoin(editors, eq(editors.id, classes.updatedById))
    .$dynamic();

export type ClassRow = Awaited<ReturnType<typeof selectClasses>>[number];

/** The secondary teachers of many classes, by class, in the order staff gave them; one query. */
export async function secondaryTeachersOf(db: Queryable, classIds: string[]): Promise<Map<string, StaffMember[]>> {
  const rows = await db
    .select({
      classId: classSecondaryTeachers.classId,
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(classSecondaryTeachers)
    .innerJoin(users, eq(users.id, classSecondaryTeachers.teacherId))
    .where(inArray(classSecondaryTeachers.classId, classIds))
    .orderBy(classSecondaryTeachers.position);
  const teachers = new Map<string, StaffMember[]>();
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

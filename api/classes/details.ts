import { and, eq } from 'drizzle-orm';
import { classes } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { textBookNameOf } from '#api/textbooks/names.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { classUrl, communityUrl, qrLinks } from './links.ts';
import { type ClassRow, type ClassStaff, secondaryTeachersOf, selectClasses, studentCountsOf } from './rows.ts';
import { visibleTo } from './scope.ts';

/** Rows as staff see them, with two more queries however many rows there are. */
export async function classDetails(services: Services, rows: readonly ClassRow[]): Promise<ClassDetail[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const teachers = await secondaryTeachersOf(services.db, ids);
  const students = await studentCountsOf(services.db, ids);
  return rows.map((row) => {
    const secondaryTeachers = teachers.get(row.id) ?? [];
    return {
      ...withLinks(row, services),
      secondaryTeachers,
      inactiveStaffIds: inactiveOf([row.mainTeacher, row.schoolAdministrator, ...secondaryTeachers]),
      studentCount: students.get(row.id) ?? 0,
    };
  });
}

const inactiveOf = (staff: readonly (ClassStaff | null)[]): string[] =>
  staff.flatMap((one) => (one && one.status !== UserStatus.ACTIVED ? [one.id] : []));

/** Reads one class that the caller may see, else 404: another school's answers like one that never was. */
export const classDetailOf =
  (services: Services) =>
  async (caller: StaffCaller, id: string): Promise<ClassDetail> => {
    const rows = await selectClasses(services.db).where(and(eq(classes.id, id), visibleTo(caller)));
    const [detail] = await classDetails(services, rows);
    if (!detail) throw notFound();
    return detail;
  };

function withLinks(row: ClassRow, { links, settings }: Services) {
  return {
    ...row,
    textBook: textBookNameOf(row.textBook, links),
    urlLink: classUrl(settings, row.classHashCode),
    communityLink: communityUrl(settings, row.classHashCode),
    qrCode: qrLinks(row, links),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

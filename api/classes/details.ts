import { and, eq } from 'drizzle-orm';
import { classes } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import { textBookNameOf } from '#api/textbooks/names.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { classUrl, communityUrl, qrLinks } from './links.ts';
import { type ClassRow, secondaryTeachersOf, selectClasses } from './rows.ts';
import { visibleTo } from './scope.ts';

/** Rows as staff see them, with two queries however many there are: theirs, and this one for secondary teachers. */
export async function classDetails(services: Services, rows: readonly ClassRow[]): Promise<ClassDetail[]> {
  if (rows.length === 0) return [];
  const teachers = await secondaryTeachersOf(
    services.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...withLinks(row, services), secondaryTeachers: teachers.get(row.id) ?? [] }));
}

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

import { eq, inArray } from 'drizzle-orm';
import { classes, media, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import { textBookNameColumns, textBookNameOf } from '#api/textbooks/names.ts';
import type { ClassCopy } from '#schema/rest/class-copies.ts';
import type { Copy } from './copy.ts';
import { classDetails } from './details.ts';
import { selectClasses, studentCountsOf } from './rows.ts';

interface Shown {
  readonly copies: readonly Copy[];
  readonly withStudents: boolean;
}

/** Copies as the answer tells them, with the same few queries however many there are. */
export async function shownCopies(services: Services, { copies, withStudents }: Shown): Promise<ClassCopy[]> {
  const students = withStudents
    ? await studentCountsOf(
        services.db,
        copies.map(({ source }) => source.row.id),
      )
    : new Map<string, number>();
  const books = await booksOf(services, copies);
  const made = await madeOf(services, copies);
  return copies.map(({ source: { row, secondaryTeachers }, plan: { values, problems }, id }) => ({
    sourceId: row.id,
    className: values.className,
    textBook: books.get(values.textBookId) ?? null,
    startDate: values.startDate,
    endDate: values.endDate,
    mainTeacher: values.mainTeacherId === null ? null : row.mainTeacher,
    schoolAdministrator: values.schoolAdministratorId === null ? null : row.schoolAdministrator,
    secondaryTeachers: secondaryTeachers.filter((one) => values.secondaryTeacherIds.includes(one.id)),
    approvalRequired: values.approvalRequired ?? services.settings.communityApproval,
    studentCount: students.get(row.id) ?? 0,
    problems: [...problems],
    class: (id === null ? undefined : made.get(id)) ?? null,
  }));
}

async function booksOf({ db, links }: Services, copies: readonly Copy[]) {
  const ids = copies.map(({ plan }) => plan.values.textBookId);
  const rows = await db
    .select(textBookNameColumns)
    .from(textbooks)
    .leftJoin(media, eq(media.id, textbooks.thumbnailMediaId))
    .where(inArray(textbooks.id, ids));
  return new Map(rows.map((row) => [row.id, textBookNameOf(row, links)]));
}

async function madeOf(services: Services, copies: readonly Copy[]) {
  const ids = copies.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map<string, never>();
  const rows = await selectClasses(services.db).where(inArray(classes.id, ids));
  return new Map((await classDetails(services, rows)).map((detail) => [detail.id, detail]));
}

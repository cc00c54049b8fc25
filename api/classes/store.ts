import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes, classSecondaryTeachers } from '#api/db/schema.ts';
import type { StaffCaller } from '#api/http/caller.ts';
import { notFound } from '#api/http/problems.ts';
import type { ClassValues } from '#schema/rules/classes.ts';
import type { References } from './references.ts';
import { visibleTo } from './scope.ts';
import { rewriteSearchText } from './search-text.ts';

/** A class that the caller may change, held until the transaction ends; else 404. */
export async function lockClass(tx: Queryable, caller: StaffCaller, id: string) {
  const [row] = await tx
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), visibleTo(caller)))
    .for('update');
  if (!row) throw notFound();
  const secondary = await tx
    .select({ teacherId: classSecondaryTeachers.teacherId })
    .from(classSecondaryTeachers)
    .where(eq(classSecondaryTeachers.classId, id))
    .orderBy(asc(classSecondaryTeachers.position));
  return { row, secondaryTeacherIds: secondary.map(({ teacherId }) => teacherId) };
}

/** The columns that a form's values come to. */
export function columnsOf(values: ClassValues, references: References, approvalRequired: boolean) {
  const { className, startDate, endDate, status } = values;
  const { textbookId, mainTeacherId, schoolAdministratorId } = references;
  return { className, startDate, endDate, status, textbookId, mainTeacherId, schoolAdministratorId, approvalRequired };
}

/** Brings what hangs on a class's row in line with it: its secondary teachers, and the text it is found by. */
export async function writeSatellites(tx: Queryable, classId: string, { secondaryTeacherIds }: References) {
  await tx.delete(classSecondaryTeachers).where(eq(classSecondaryTeachers.classId, classId));
  const rows = secondaryTeacherIds.map((teacherId, position) => ({ classId, teacherId, position }));
  if (rows.length > 0) await tx.insert(classSecondaryTeachers).values(rows);
  await rewriteSearchText(tx, eq(classes.id, classId));
}

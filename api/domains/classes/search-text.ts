import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { taughtBy } from '#api/domains/schools/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { classes, textbooks } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import { mainTeachers, secondaryTeachersOf } from './detail.ts';

const batch = 500;

/**
 * Updates the search text of classes (code, name, textbook, teachers) and their sort columns (textbook, teacher). A
 * change of one of these calls it in the same transaction: a renamed textbook with `eq(classes.textbookId, id)`, a
 * renamed teacher with `taughtBy(id)`.
 */
export async function rewriteSearchText(tx: Queryable, which: SQL): Promise<void> {
  let after: string | undefined;
  do {
    const rows = await tx
      .select({
        id: classes.id,
        classCode: classes.classCode,
        className: classes.className,
        textBook: textbooks.name,
        mainTeacher: { id: mainTeachers.id, firstName: mainTeachers.firstName, lastName: mainTeachers.lastName },
      })
      .from(classes)
      .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
      .leftJoin(mainTeachers, eq(mainTeachers.id, classes.mainTeacherId))
      .where(and(which, after === undefined ? undefined : gt(classes.id, after)))
      .orderBy(asc(classes.id))
      .limit(batch);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    const secondary = await secondaryTeachersOf(tx, ids);
    const texts = rows.map(({ id, classCode, className, textBook, mainTeacher }) => {
      const teachers = [...(mainTeacher ? [mainTeacher] : []), ...(secondary.get(id) ?? [])];
      return searchText(classCode, className, textBook, ...teachers.map(namesOf));
    });
    const columnOf = (values: (string | null)[]) =>
      sql`(${sql.param(values)}::text[])[array_position(${sql.param(ids)}::uuid[], ${classes.id})]`;
    await tx
      .update(classes)
      .set({
        searchText: columnOf(texts),
        textbookSort: columnOf(rows.map(({ textBook }) => textBook.toLowerCase())),
        teacherSort: columnOf(rows.map(({ mainTeacher }) => mainTeacher && sortNameOf(mainTeacher))),
      })
      .where(inArray(classes.id, ids));
    after = ids.at(-1);
  } while (after !== undefined);
}

// Japanese names have the family name first, often without a space: the text holds both orders.
const namesOf = ({ firstName, lastName }: StaffMember): string => `${firstName} ${lastName}${firstName}`;

const sortNameOf = ({ firstName, lastName }: StaffMember): string => `${lastName} ${firstName}`.toLowerCase();

/**
 * Locks the classes that somebody teaches until the transaction ends, before that person is renamed. Call it before the
 * person's row is locked: a change of a class takes its locks in the same order, so the two cannot deadlock.
 */
export async function lockClassesTaughtBy(tx: Queryable, userId: string): Promise<void> {
  await tx.select({ id: classes.id }).from(classes).where(taughtBy(userId)).orderBy(asc(classes.id)).for('update');
}

import { asc, eq, gt, and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { classes, textbooks } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import type { StaffMember } from '#schema/rest/users.ts';
import { mainTeachers, secondaryTeachersOf } from './rows.ts';

const batch = 500;

/**
 * Writes anew what classes are found by (code, name, textbook and teachers) and sorted by (textbook and teacher). Whoever changes one of these calls it in
 * the same transaction: for a renamed textbook with `eq(classes.textbookId, id)`, for a teacher with `taughtBy(id)`.
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
    const own = (values: (string | null)[]) =>
      sql`(${sql.param(values)}::text[])[array_position(${sql.param(ids)}::uuid[], ${classes.id})]`;
    await tx
      .update(classes)
      .set({
        searchText: own(texts),
        textbookSort: own(rows.map(({ textBook }) => textBook.toLowerCase())),
        teacherSort: own(rows.map(({ mainTeacher }) => mainTeacher && sortNameOf(mainTeacher))),
      })
      .where(inArray(classes.id, ids));
    after = ids.at(-1);
  } while (after !== undefined);
}

// In Japanese the family name comes first and no space need follow it.
const namesOf = ({ firstName, lastName }: StaffMember): string => `${firstName} ${lastName}${firstName}`;

const sortNameOf = ({ firstName, lastName }: StaffMember): string => `${lastName} ${firstName}`.toLowerCase();

import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/ground/db/client.ts';
import { idArray } from '#api/ground/db/id-array.ts';
import { classes, classSecondaryTeachers, textbooks, users } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import type { StaffMember } from '#schema/rest/users.ts';

const mainTeachers = alias(users, 'main_teachers');

const secondaryTeachers = sql<StaffMember[]>`(
  select coalesce(json_agg(json_build_object('id', teacher.id, 'firstName', teacher.first_name, 'lastName', teacher.last_name)
    order by place.position), '[]')
  from ${classSecondaryTeachers} place join ${users} teacher on teacher.id = place.teacher_id
  where place.class_id = ${classes.id} and teacher.deleted_at is null
)`;

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
        secondaryTeachers,
      })
      .from(classes)
      .innerJoin(textbooks, eq(textbooks.id, classes.textbookId))
      .leftJoin(mainTeachers, eq(mainTeachers.id, classes.mainTeacherId))
      .where(and(which, after === undefined ? undefined : gt(classes.id, after)))
      .orderBy(asc(classes.id))
      .limit(batch);
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    const texts = rows.map(({ classCode, className, textBook, mainTeacher, secondaryTeachers: others }) => {
      const teachers = [...(mainTeacher ? [mainTeacher] : []), ...others];
      return searchText(classCode, className, textBook, ...teachers.map(namesOf));
    });
    const columnOf = (values: (string | null)[]) =>
      sql`(${sql.param(values)}::text[])[array_position(${idArray(ids)}, ${classes.id})]`;
    await tx
      .update(classes)
      .set({
        searchText: columnOf(texts),
        textbookSort: columnOf(rows.map(({ textBook }) => textBook.toLowerCase())),
        teacherSort: columnOf(
          rows.map(
            ({ mainTeacher }) => mainTeacher && `${mainTeacher.lastName} ${mainTeacher.firstName}`.toLowerCase(),
          ),
        ),
      })
      .where(inArray(classes.id, ids));
    after = ids.at(-1);
  } while (after !== undefined);
}

// Japanese names have the family name first, often without a space: the text holds both orders.
const namesOf = ({ firstName, lastName }: StaffMember): string => `${firstName} ${lastName}${firstName}`;

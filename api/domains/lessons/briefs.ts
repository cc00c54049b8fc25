import { and, eq, sql, type SQL } from 'drizzle-orm';
import { followLink } from '#api/domains/qr-codes/printed-codes.ts';
import { ofRunningClass, runningClass } from '#api/domains/students/classes.ts';
import { namedTextBook } from '#api/domains/students/textbooks.ts';
import { lessonIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { classes, contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { LessonBrief } from '#schema/rest/lessons.ts';

const lessonColumns = {
  id: lessons.id,
  hashCode: lessons.hashCode,
  number: lessons.number,
  title: lessons.title,
  name: lessons.name,
  languageFocus: lessons.languageFocus,
  phonics: lessons.phonics,
  contentCount: sql<number>`(
    select count(*)::int from ${contents}
    where ${contents.lessonId} = ${lessons.id} and ${contents.publishedAt} is not null and ${contents.deletedAt} is null
  )`,
};

const selectBriefs = (db: Queryable, condition: SQL) =>
  db
    .select(lessonColumns)
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(lessonIsPublished, condition))
    .orderBy(lessons.position, lessons.id);

const briefsOfBook = preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
  selectBriefs(db, eq(textbooks.hashCode, hashCode)),
);

const briefsOfClass = preparedQuery(['classHashCode', 'timeZone'], (db: Queryable, values) =>
  selectBriefs(db, eq(lessons.textbookId, ofRunningClass(classes.textbookId, values))),
);

/** The published units of the textbook with this hash code, in its order; none when students do not see the textbook. */
export const lessonBriefs = (db: Queryable, hashCode: string): Promise<LessonBrief[]> => briefsOfBook(db, { hashCode });

/** The published units of a class's textbook; none when students do not see the class or it is completed. */
export const lessonBriefsOfClass = (services: Uses<'db' | 'settings'>, classHashCode: string): Promise<LessonBrief[]> =>
  briefsOfClass(services.db, runningClass(services, classHashCode));

/** The published unit with this hash code; undefined when there is none. Throws `codeOfDeleted`. */
export async function findLesson(db: Queryable, hashCode: string) {
  const [row] = await lessonByHashCode(db, { hashCode });
  return row ?? followLink(db, { entity: 'lessons', hashCode });
}

const lessonByHashCode = preparedQuery(['hashCode'], (db: Queryable, { hashCode }) =>
  db
    .select({ ...lessonColumns, textBook: namedTextBook })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(lessonIsPublished, eq(lessons.hashCode, hashCode))),
);

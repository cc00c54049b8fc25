import { and, eq, sql, type SQL } from 'drizzle-orm';
import { followLink } from '#api/domains/qr-codes/printed-codes.ts';
import { lessonIsPublished } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
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

/** The published units that match a condition, in the book's order. */
export async function lessonBriefs(db: Queryable, condition: SQL): Promise<LessonBrief[]> {
  return db
    .select(lessonColumns)
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(lessonIsPublished, condition))
    .orderBy(lessons.position, lessons.id);
}

/** The published unit with this hash code; undefined when there is none. Throws `codeOfDeleted`. */
export async function findLesson(db: Queryable, hashCode: string) {
  const [row] = await db
    .select({ ...lessonColumns, textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name } })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(lessonIsPublished, eq(lessons.hashCode, hashCode)));
  return row ?? followLink(db, { entity: 'lessons', hashCode });
}

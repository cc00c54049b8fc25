import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { lessons, textbooks } from '#api/db/schema.ts';
import { searchText } from '#api/db/search-text.ts';
import { notFound } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { LessonDetail } from '#schema/rest/lessons.ts';
import type { LessonValues } from '#schema/rules/lessons.ts';
import { lessonDetailOf, lessonIsThere, selectLessons } from './rows.ts';

type Lesson = typeof lessons.$inferSelect;

/** A unit as staff see it; 404 when it or its textbook is gone. */
export async function lessonDetail(services: Services, id: string): Promise<LessonDetail> {
  const [row] = await selectLessons(services.db, eq(lessons.id, id));
  if (!row) throw notFound();
  return lessonDetailOf(row, services);
}

/** A unit that is there, held until the transaction ends; undefined when it is not. */
export async function holdLesson(tx: Queryable, id: string): Promise<Lesson | undefined> {
  const [row] = await tx
    .select({ lesson: lessons })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(eq(lessons.id, id), lessonIsThere))
    .for('update', { of: lessons });
  return row?.lesson;
}

/** The columns that a form's values come to. */
export function lessonColumns(values: LessonValues, publishedAt: Date | null) {
  const { number, title, name, description, languageFocus, phonics } = values;
  return { number, title, name, description, languageFocus, phonics, publishedAt };
}

export const lessonSearchText = ({ title, name, description, languageFocus, phonics }: LessonValues): string =>
  searchText(title, name, description, languageFocus, phonics);

/** What the audit log tells of a unit. */
export const auditedLesson = ({ publishedAt, ...row }: Pick<Lesson, keyof ReturnType<typeof lessonColumns>>) =>
  lessonColumns(row, publishedAt);

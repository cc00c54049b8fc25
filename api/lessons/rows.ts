import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/audit/editors.ts';
import type { Queryable } from '#api/db/client.ts';
import { contents, lessons, textbooks } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { LessonDetail } from '#schema/rest/lessons.ts';
import { unitUrl } from './links.ts';

const siblings = alias(lessons, 'siblings');

// Counted from what is there, so that no gap of a deleted unit shows.
const order = sql<number>`(
  select count(*)::int from ${lessons} siblings
  where ${siblings.textbookId} = ${lessons.textbookId} and ${siblings.deletedAt} is null
    and (${siblings.position}, ${siblings.id}) <= (${lessons.position}, ${lessons.id})
)`;

/** Of a unit, drafts included; in queries that join units. */
export const lessonContentCount = sql<number>`(
  select count(*)::int from ${contents}
  where ${contents.lessonId} = ${lessons.id} and ${contents.deletedAt} is null
)`;

const columns = {
  id: lessons.id,
  textBookId: lessons.textbookId,
  hashCode: lessons.hashCode,
  order,
  number: lessons.number,
  title: lessons.title,
  name: lessons.name,
  description: lessons.description,
  languageFocus: lessons.languageFocus,
  phonics: lessons.phonics,
  contentCount: lessonContentCount,
  textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name, shortCode: textbooks.shortCode },
  publishedAt: lessons.publishedAt,
  version: lessons.version,
  createdAt: lessons.createdAt,
  updatedAt: lessons.updatedAt,
  updatedBy: editorColumns,
};

/** A unit is there while its textbook is. For queries that join both. */
export const lessonIsThere = and(isNull(lessons.deletedAt), isNull(textbooks.deletedAt));

/** The units that are there, drafts included, with what their rows show. */
export const selectLessons = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(editors, eq(editors.id, lessons.updatedById))
    .where(and(lessonIsThere, condition));

type LessonRow = Awaited<ReturnType<typeof selectLessons>>[number];

export const lessonDetailOf = (row: LessonRow, { settings }: Services): LessonDetail => ({
  ...row,
  urlLink: unitUrl(settings, row),
  publishedAt: row.publishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

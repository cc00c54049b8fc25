import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import { permanentCode } from '#api/domains/qr-codes/printed-codes.ts';
import { lessonIsNotDeleted } from '#api/domains/textbooks/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { instantText } from '#api/ground/db/instant-text.ts';
import { preparedQuery } from '#api/ground/db/prepared-query.ts';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { LessonDetail, lessonBriefById } from '#schema/rest/lessons.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { lessonFields } from '#schema/rules/lessons.ts';
import { pick } from '#schema/rules/plain-fields.ts';

const siblings = alias(lessons, 'siblings');

// Counts the units that are not deleted, since positions have gaps where a unit was deleted.
const order = sql<number>`(
  select count(*)::int from ${lessons} siblings
  where ${siblings.textbookId} = ${lessons.textbookId} and ${siblings.deletedAt} is null
    and (${siblings.position}, ${siblings.id}) <= (${lessons.position}, ${lessons.id})
)`;

/** How many contents a unit has, drafts included; for queries of lessons. */
export const lessonContentCount = sql<number>`(
  select count(*)::int from ${contents}
  where ${contents.lessonId} = ${lessons.id} and ${contents.deletedAt} is null
)`;

const columns = {
  id: lessons.id,
  textBookId: lessons.textbookId,
  hashCode: lessons.hashCode,
  printedCode: permanentCode(lessons.id),
  order,
  ...pick(lessons, lessonFields),
  contentCount: lessonContentCount,
  textBook: { id: textbooks.id, hashCode: textbooks.hashCode, name: textbooks.name, shortCode: textbooks.shortCode },
  publishedAt: instantText(lessons.publishedAt),
  version: lessons.version,
  createdAt: instantText(lessons.createdAt),
  updatedAt: instantText(lessons.updatedAt),
  updatedBy: editorColumns,
};

/** Units that are not deleted, drafts included, with all columns of a list or detail. */
export const selectLessons = (db: Queryable, condition: SQL | undefined) =>
  db
    .select(columns)
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .leftJoin(editors, eq(editors.id, lessons.updatedById))
    .where(and(lessonIsNotDeleted, condition));

export type LessonRow = Awaited<ReturnType<typeof selectLessons>>[number];

const lessonById = preparedQuery(['id'], (db: Queryable, { id }) => selectLessons(db, eq(lessons.id, id)));

/** One unit as staff see it; 404 when the unit or its textbook is deleted. */
export async function lessonDetail(services: Uses<'db' | 'settings'>, id: string): Promise<LessonDetail> {
  const [row] = await lessonById(services.db, { id });
  if (!row) throw notFound();
  return lessonDetailOf(row, services);
}

const { id, hashCode, number, title, name, textBook, contentCount, version } = columns;

const briefById = preparedQuery(['wanted'], (db: Queryable, { wanted }) =>
  db
    .select({ id, hashCode, order, number, title, name, textBook, contentCount, version })
    .from(lessons)
    .innerJoin(textbooks, eq(textbooks.id, lessons.textbookId))
    .where(and(lessonIsNotDeleted, eq(lessons.id, wanted))),
);

/** What stands above the pages of a unit; 404 when the unit or its textbook is deleted. */
export async function lessonBrief(db: Queryable, wanted: string): Promise<ResponseOf<typeof lessonBriefById>> {
  const [row] = await briefById(db, { wanted });
  if (!row) throw notFound();
  return row;
}

export const lessonDetailOf = (row: LessonRow, { settings }: Uses<'settings'>): LessonDetail => ({
  urlLink: unitUrl(settings, row),
  ...row,
});

interface Codes {
  readonly hashCode: string;
  readonly textBook: { readonly hashCode: string };
}

// The unit's page for students, with a link back to its textbook.
const unitUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, { hashCode, textBook }: Codes): string =>
  `${publicUrl}/student/unit-detail?unit=${hashCode}&book=${textBook.hashCode}`;

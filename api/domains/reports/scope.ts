import { and, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parts, placeColumns, type PlaceColumn } from '#api/domains/usage/rollups.ts';
import type { ReportScope } from '#schema/rest/reports.ts';

interface Places {
  readonly day: PgColumn;
  readonly classId?: PgColumn;
  readonly textbookId?: PgColumn;
  readonly lessonId?: PgColumn;
  readonly contentType?: PgColumn;
}

/** Whether a row of a rollup is in a report; the rollup must have the columns of the report's filters. */
export function inScope(table: Places, scope: ReportScope): SQL | undefined {
  const { ClassId, TextBookId, LessonId, ContentType } = scope;
  const is = (column: PgColumn | undefined, value: string | number | undefined) => {
    if (value === undefined) return undefined;
    if (column === undefined) throw new Error('this rollup does not know what is asked for');
    return eq(column, value);
  };
  return and(
    inPeriod(table, scope),
    is(table.classId, ClassId),
    is(table.textbookId, TextBookId),
    is(table.lessonId, LessonId),
    is(table.contentType, ContentType),
  );
}

export const inPeriod = ({ day }: Pick<Places, 'day'>, { From, To }: Pick<ReportScope, 'From' | 'To'>) =>
  and(gte(day, From), lt(day, To));

/** Whether a row of the totals has exactly the report's filters. */
export function isExactly(table: Required<Places>, { ClassId, TextBookId, LessonId, ContentType }: ReportScope) {
  const is = (column: PgColumn, value: string | number | undefined) =>
    value === undefined ? isNull(column) : eq(column, value);
  return and(
    is(table.classId, ClassId),
    is(table.textbookId, TextBookId),
    is(table.lessonId, LessonId),
    is(table.contentType, ContentType),
  );
}

const namedBy = ({ ClassId, TextBookId, LessonId, ContentType }: ReportScope): PlaceColumn[] => {
  const filters = { class_id: ClassId, textbook_id: TextBookId, lesson_id: LessonId, content_type: ContentType };
  return placeColumns.filter((column) => filters[column] !== undefined);
};

/** Whether a report has any filter, so that it covers only a part of the school. */
export const isPart = (scope: ReportScope): boolean => namedBy(scope).length > 0;

/** Whether the totals have rows for the report's combination of filters. */
export const isCounted = (scope: ReportScope): boolean => parts.some((part) => part.join() === namedBy(scope).join());

import { and, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ReportScope } from '#schema/rest/reports.ts';

interface Places {
  readonly day: PgColumn;
  readonly classId?: PgColumn;
  readonly textbookId?: PgColumn;
  readonly lessonId?: PgColumn;
  readonly contentType?: PgColumn;
}

/** Whether a row of a rollup is in a report; the rollup must know what the report asks about. */
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

/** Whether a report is of a part of the school. */
export const isPart = ({ ClassId, TextBookId, LessonId, ContentType }: ReportScope): boolean =>
  [ClassId, TextBookId, LessonId, ContentType].some((value) => value !== undefined);

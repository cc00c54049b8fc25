import { and, eq, gte, lt } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#api/db/client.ts';
import { usageBookDays, usageBookMonths, usageClassDays, usageDays } from '#api/db/schema.ts';
import type { ReportScope } from '#schema/rest/reports.ts';
import { inScope } from './scope.ts';
import { wholeMonths } from './whole-months.ts';

type Pages = typeof usageDays | typeof usageBookDays | typeof usageBookMonths | typeof usageClassDays;

/** What was looked at in a period: rows of a rollup that say how often and how long each page was open, to be added up. */
export function usedPages(db: Queryable, scope: ReportScope) {
  const months = isOfBook(scope) ? wholeMonths(scope) : undefined;
  if (!months) return daysOf(db, scope).as('used');
  // A book may be in use in a thousand classes every day.
  const before = daysOf(db, { ...scope, To: months.From });
  const after = daysOf(db, { ...scope, From: months.To });
  return unionAll(before, monthsOf(db, { ...scope, ...months }), after).as('used');
}

const isOfBook = ({ ClassId, TextBookId, LessonId }: ReportScope): boolean =>
  TextBookId !== undefined && ClassId === undefined && LessonId === undefined;

// Each has the columns that its reports ask about; the smallest is read.
function daysOf(db: Queryable, scope: ReportScope) {
  const { ClassId, TextBookId, LessonId } = scope;
  const ofSchool = TextBookId === undefined && LessonId === undefined;
  const days = ClassId !== undefined ? usageClassDays : ofSchool ? usageDays : usageBookDays;
  return db.select(columnsOf(days)).from(days).where(inScope(days, scope));
}

function monthsOf(db: Queryable, { TextBookId = '', ContentType, From, To }: ReportScope) {
  const { month, textbookId, contentType } = usageBookMonths;
  const ofType = ContentType === undefined ? undefined : eq(contentType, ContentType);
  return db
    .select(columnsOf(usageBookMonths))
    .from(usageBookMonths)
    .where(and(eq(textbookId, TextBookId), gte(month, From), lt(month, To), ofType));
}

const columnsOf = ({ name, pageUrl, contentType, views, duration }: Pages) => ({
  name,
  pageUrl,
  contentType,
  views,
  duration,
});

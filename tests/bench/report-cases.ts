import { ContentType } from '#schema/rest/enumerations.ts';
import { encodeQuery } from '#schema/rest/query-string.ts';
import { schoolDay, addDays } from '#api/ground/school-day.ts';
import { idOf } from './bench-ids.ts';
import { usageZone } from './usage-data.ts';

export interface ReportCase {
  readonly name: string;
  /** Below the service's address. */
  readonly path: string;
}

const period = (days: number) => {
  const today = schoolDay(usageZone);
  return { From: addDays(today, 1 - days), To: addDays(today, 1) };
};

const parts = {
  'the school': {},
  'a class': { ClassId: idOf(2, 7) },
  'a book': { TextBookId: idOf(1, 7) },
  'a unit of a book': { TextBookId: idOf(1, 7), LessonId: idOf(6, 73) },
  'a content type': { ContentType: ContentType.READ },
  'a book and a type': { TextBookId: idOf(1, 7), ContentType: ContentType.READ },
};

const reports = { visitors: 'visitors', usage: 'usage', days: 'day by day' };

/** A year of every report, of the whole school and of each of its parts, as the screen asks for it first. */
export const reportCases: readonly ReportCase[] = Object.entries(reports).flatMap(([report, name]) =>
  Object.entries(parts).map(([part, query]) => ({
    name: `${name}, ${part}`,
    path: `/api/Report/${report}${encodeQuery({ ...period(365), ...query })}`,
  })),
);

/** Visitors in an order in which nothing keeps them: every one of the year is looked at. */
export const sortedCases: readonly ReportCase[] = ['timeSpent', 'ip', 'browser'].map((field) => ({
  name: `visitors by ${field}`,
  path: `/api/Report/visitors${encodeQuery({ ...period(365), SortCriteria: [{ field, direction: 'desc' }] })}`,
}));

/** Where the file of every visitor of so many days is asked for. */
export const exportPath = (days: number): string => `/api/Report/visitors/export${encodeQuery(period(days))}`;

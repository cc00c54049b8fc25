import { z } from 'zod';
import { staffOf } from '../access.ts';
import { chartPeriod, reportPeriod } from '../rules/reports.ts';
import { languages } from '../languages.ts';
import { ContentType, contentType, fromQuery } from './enumerations.ts';
import { operation } from './operation.ts';
import { pageOf, paging } from './paging.ts';
import { date, fileLink, id, idOf } from './values.ts';

/** Milliseconds. */
const timeSpent = z.int();

/** Totals over the whole period, whatever page of rows is requested. A visitor is one session on one day. */
export const reportTotals = z.object({
  numberOfVisitors: z.int(),
  totalTimeSpent: timeSpent,
  /** Per visitor; 0 without any. */
  averageTimeSpent: timeSpent,
});
export type ReportTotals = z.output<typeof reportTotals>;

/** One visitor on one day. `ip` is anonymised before it is stored; values that the browser did not send are null. */
export const visitorRow = z.object({
  ip: z.string().nullable(),
  os: z.string().nullable(),
  browser: z.string().nullable(),
  browserVersion: z.string().nullable(),
  date,
  timeSpent,
});
export type VisitorRow = z.output<typeof visitorRow>;

/** A content that was opened, by its names of today. */
const reportedContent = z.object({
  name: z.string(),
  pageNumber: z.int(),
  unitTitle: z.string(),
  unitName: z.string(),
  textBookName: z.string(),
  /** Whether it, its unit or its textbook lies in the trash. */
  isDeleted: z.boolean(),
});

/** One page, or one content of the page that shows contents: how often it was opened, and for how long in all. */
export const usageRow = z.object({
  pageEventName: z.string(),
  pageUrl: z.string(),
  contentType: contentType.nullable(),
  /** Null for a page without a content. */
  contentId: id.nullable(),
  /** Null without a content, and when it is gone for good. */
  content: reportedContent.nullable(),
  views: z.int(),
  /** Milliseconds. */
  duration: z.int(),
});
export type UsageRow = z.output<typeof usageRow>;

/** One day of the school. */
export const usageDay = z.object({
  date,
  visitors: z.int(),
  views: z.int(),
  /** Milliseconds. */
  duration: z.int(),
});
export type UsageDay = z.output<typeof usageDay>;

export const visitorSortFields = ['date', 'ip', 'os', 'browser', 'timeSpent'] as const;
export type VisitorSortField = (typeof visitorSortFields)[number];

export const usageSortFields = ['pageEventName', 'pageUrl', 'contentType', 'views', 'duration'] as const;
export type UsageSortField = (typeof usageSortFields)[number];

/**
 * The part of the school that a report covers: views that belong to all of these. A deleted class or book still has a
 * report; an unknown id has an empty one.
 */
const part = {
  ClassId: idOf('class').optional(),
  TextBookId: idOf('textBook').optional(),
  LessonId: idOf('lesson').optional(),
  ContentType: fromQuery(ContentType).optional(),
};
const reportScope = reportPeriod.safeExtend(part);
export type ReportScope = z.output<typeof reportScope>;

/** The common part of all reports: the totals, and the zone in which days are counted. */
const summary = { totals: reportTotals, timeZone: z.string() };

export const visitorReport = operation({
  name: 'visitorReport',
  method: 'GET',
  path: '/Report/visitors',
  summary:
    "The visitors of a period, the latest day first unless sorted. The days are in the school's zone. Of a class, a book, a unit or a content type: who was there, for how long, as their first page view there knew them.",
  limits: '100 rows to a page; page views are kept for 731 days unless set otherwise',
  access: staffOf('reports'),
  query: reportScope.safeExtend(paging(visitorSortFields)),
  response: pageOf(visitorRow).extend(summary),
});

export const usageReport = operation({
  name: 'usageReport',
  method: 'GET',
  path: '/Report/usage',
  summary:
    "The pages that were used in a period, each content on its own, the longest used first unless sorted. The days are in the school's zone.",
  limits: '100 rows to a page; page views are kept for 731 days unless set otherwise',
  access: staffOf('reports'),
  query: reportScope.safeExtend(paging(usageSortFields)),
  response: pageOf(usageRow).extend(summary),
});

export const usageByDay = operation({
  name: 'usageByDay',
  method: 'GET',
  path: '/Report/days',
  summary:
    "How many came on each day of a period, how many pages they opened and for how long; also the days on which nobody came. The days are in the school's zone.",
  limits: '366 days; page views are kept for 731 days unless set otherwise',
  access: staffOf('reports'),
  query: chartPeriod(reportScope),
  response: z.object({ items: z.array(usageDay), timeZone: z.string() }),
  problems: { 400: '`messages.periodTooLong` for more than 366 days' },
});

const exportQuery = <const Field extends readonly [string, ...string[]]>(sortFields: Field) =>
  reportScope.safeExtend({
    SortCriteria: paging(sortFields).SortCriteria,
    /** The language of headings and cells. */
    Language: z.enum(languages).default('en'),
  });

const asCsv = 'as a CSV file (UTF-8 with a byte order mark, CRLF; times in seconds)';

export const exportVisitorReport = operation({
  name: 'exportVisitorReport',
  method: 'GET',
  path: '/Report/visitors/export',
  summary: `Every row of \`visitorReport\` for the same days, part and order, ${asCsv}.`,
  limits: 'the link opens for ten minutes',
  access: staffOf('reports'),
  query: exportQuery(visitorSortFields),
  response: fileLink,
  file: 'text/csv',
});

export const exportUsageReport = operation({
  name: 'exportUsageReport',
  method: 'GET',
  path: '/Report/usage/export',
  summary: `Every row of \`usageReport\` for the same days, part and order, ${asCsv}.`,
  limits: 'the link opens for ten minutes',
  access: staffOf('reports'),
  query: exportQuery(usageSortFields),
  response: fileLink,
  file: 'text/csv',
});

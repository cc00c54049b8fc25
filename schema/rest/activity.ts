import { z } from 'zod';
import { staffOf } from '../access.ts';
import { chartPeriod, reportPeriod } from '../rules/reports.ts';
import { contentType } from './enumerations.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { usageDay } from './reports.ts';
import { date, idOf } from './values.ts';

/** The number of page views and their total milliseconds. */
const use = { views: z.int(), duration: z.int() };

/** One day of a class. */
export const activityDay = usageDay.extend({
  /** Views of contents by type; types without views are left out. */
  types: z.array(z.object({ contentType, ...use })),
  /** Recordings, pictures and videos that children sent and that still exist, shown or not. */
  recordings: z.int(),
  pictures: z.int(),
});
export type ActivityDay = z.output<typeof activityDay>;

const unitName = lessonDetail.pick({ id: true, number: true, title: true, name: true });

const named = contentBrief.pick({ id: true, type: true, pageNumber: true, name: true });

/** A content that a class used. */
export const usedContent = named.extend({ unit: unitName, ...use });
export type UsedContent = z.output<typeof usedContent>;

/** The maximum of contents in a class's activity. */
export const mostUsedContents = 50;

export const classActivity = operation({
  name: 'classActivity',
  method: 'GET',
  path: '/Class/{id}/activity',
  summary: `What a class did in a period: on each day, also those on which nobody came, and which ${mostUsedContents} contents it used most often. The days are in the school's zone.`,
  limits: '366 days; page views are kept for 731 days unless set otherwise',
  access: staffOf('classes'),
  whose: 'as in `classes`',
  params: z.object({ id: idOf('class') }),
  query: chartPeriod(reportPeriod),
  response: z.object({ items: z.array(activityDay), contents: z.array(usedContent), timeZone: z.string() }),
  problems: {
    400: '`messages.periodTooLong` for more than 366 days',
    404: '`messages.notFound` for a class that the caller does not see, that is deleted or never was',
  },
  names: { id: 'classId' },
});

/** A content in the map of its textbook. */
export const mapContent = named.extend({
  published: z.boolean(),
  /** Whether its printed code opens: content, unit and textbook are published. */
  codeOpens: z.boolean(),
  ...use,
  /** The last view on all kept days, whatever period is requested; null without one. */
  lastOpenedOn: date.nullable(),
  /** The student page of a content whose code opens. */
  neverOpened: z.boolean(),
});

const mapUnit = z.object({ unit: unitName, published: z.boolean(), contents: z.array(mapContent) });
export type MapUnit = z.output<typeof mapUnit>;

export const textBookMap = operation({
  name: 'textBookMap',
  method: 'GET',
  path: '/TextBook/{Id}/map',
  summary:
    "A textbook unit by unit and page by page, drafts included, in their order: how often each content was opened in a period, or in all days that are kept, and which ones nobody ever opened. The days are in the school's zone. `neverOpened` is of contents whose code opens them, and of all days that are kept.",
  limits: 'page views are kept for 731 days unless set otherwise',
  access: staffOf('textbooks'),
  params: z.object({ Id: idOf('textBook') }),
  query: z.object({ From: date.optional(), To: date.optional() }).superRefine(({ From, To }, context) => {
    if (From !== undefined && To !== undefined && To <= From)
      context.addIssue({ code: 'custom', path: ['To'], message: 'messages.toDateAfterFrom' });
  }),
  response: z.object({
    units: z.array(mapUnit),
    totals: z.object({ contents: z.int(), opened: z.int(), neverOpened: z.int(), ...use }),
    /** The days for which page views are kept; null for ever. */
    keptDays: z.int().nullable(),
    timeZone: z.string(),
  }),
  problems: {
    400: '`messages.toDateAfterFrom`',
    404: '`messages.notFound` for a textbook that is deleted or never was',
  },
  names: { Id: 'textBookId' },
});

import { z } from 'zod';
import { staffOf } from '../access.ts';
import { languages } from '../languages.ts';
import { reportPeriod } from '../rules/reports.ts';
import { contentType } from './enumerations.ts';
import { operation } from './operation.ts';
import { usageSortFields, visitorSortFields } from './reports.ts';
import { dateTime, fileLink, id, idOf } from './values.ts';

/** `views` are the single page views, which `usage` adds up. */
export const reportKinds = ['visitors', 'usage', 'views'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const exportStates = ['waiting', 'running', 'done', 'failed'] as const;

/** The maximum of waiting and running exports per person. */
export const mostExports = 3;

const sortFields: Readonly<Record<ReportKind, readonly string[]>> = {
  visitors: visitorSortFields,
  usage: usageSortFields,
  // The earliest view comes first. A spreadsheet can sort the file by anything else.
  views: [],
};

const question = reportPeriod
  .safeExtend({
    Report: z.enum(reportKinds),
    ClassId: idOf('class').optional(),
    TextBookId: idOf('textBook').optional(),
    LessonId: idOf('lesson').optional(),
    ContentType: contentType.optional(),
    SortCriteria: z
      .array(
        z.object({
          field: z.enum([...visitorSortFields, ...usageSortFields]),
          direction: z.enum(['asc', 'desc']).default('asc'),
        }),
      )
      .max(5)
      .default([]),
    /** The language of headings and cells. */
    Language: z.enum(languages).default('en'),
  })
  .superRefine(({ Report, SortCriteria }, context) => {
    const strange = SortCriteria.findIndex(({ field }) => !sortFields[Report].includes(field));
    if (strange >= 0)
      context.addIssue({
        code: 'custom',
        path: ['SortCriteria', strange, 'field'],
        message: 'messages.invalidValue',
      });
  });
export type ReportQuestion = z.output<typeof question>;

/** An export of a report's raw data. */
export const reportExportAnswer = z.object({
  id,
  report: z.enum(reportKinds),
  state: z.enum(exportStates),
  rowsDone: z.int(),
  /** Null until the job has counted them, which is its first step. */
  rowsTotal: z.int().nullable(),
  /** Null until the export is done. */
  file: fileLink.nullable(),
  createdAt: dateTime,
  finishedAt: dateTime.nullable(),
});
export type ReportExport = z.output<typeof reportExportAnswer>;

const access = staffOf('reports');

export const startReportExport = operation({
  name: 'startReportExport',
  method: 'POST',
  path: '/Report/exports',
  summary:
    'Writes every row of a report of the same days, part and order, or every page view of them, into a CSV file (UTF-8 with a byte order mark, CRLF; times in seconds), all as of one moment, however many there are. A job does the work, which `reportExport` follows and which goes on after a restart. Asked again for what waits or runs already, the answer is that one.',
  limits: '3 of one person wait or run at a time',
  access,
  body: question,
  response: reportExportAnswer,
  status: 202,
  problems: { 400: "by the rules of the report, and for the other report's sort", 409: '`messages.tooManyExports`' },
});

export const reportExport = operation({
  name: 'reportExport',
  method: 'GET',
  path: '/Report/exports/{id}',
  summary:
    'How far an export has come, and its file when it is done; ask again every second or two until it is done or has failed. Kept for at least a day, and gone the night after.',
  limits: 'the link opens for ten minutes, and only while its maker may still see reports',
  access,
  params: z.object({ id: idOf('reportExport') }),
  response: reportExportAnswer,
  problems: { 404: '`messages.notFound`, also when it was forgotten' },
});

import type { SQLWrapper } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { rowsByCursor } from '#api/ground/db/cursor.ts';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { Operation, QueryOf } from '#schema/rest/operation.ts';
import { decodeQuery, encodeQuery } from '#schema/rest/query-string.ts';
import type { ReportKind } from '#schema/rest/report-exports.ts';
import { exportUsageReport, exportVisitorReport, type ReportScope } from '#schema/rest/reports.ts';
import { type Column, pageColumns, reportWords, viewColumns, visitorColumns } from './columns.ts';
import { pageCount, sortedPages } from './usage.ts';
import { everyView, viewCount } from './views.ts';
import { sortedVisitors, totalsOf } from './visitors.ts';

type ExportQuery = QueryOf<typeof exportVisitorReport> | QueryOf<typeof exportUsageReport>;

/** A report's file name, such as `visitors_2026-04-01_2026-04-30.csv`. */
export function reportFileName(report: ReportKind, { From, To }: Pick<ReportScope, 'From' | 'To'>): string {
  return `${report}_${From}_${addDays(To, -1)}.csv`;
}

/** The download of a report; the reference itself holds the query, with days, order and language. */
export const reportFile = (report: ReportKind, query: ExportQuery): DownloadReference => ({
  kind: `${report}-report`,
  id: encodeQuery(query).slice(1),
  fileName: reportFileName(report, query),
});

export const visitorReportFile = async (
  services: Uses<'readReports' | 'settings'>,
  id: string,
): Promise<Download | undefined> =>
  csvOf(services, await visitorTable(services.settings, readId(exportVisitorReport, id)));

export const usageReportFile = async (
  services: Uses<'readReports' | 'settings'>,
  id: string,
): Promise<Download | undefined> => csvOf(services, await usageTable(services.settings, readId(exportUsageReport, id)));

function readId<const Op extends Operation & Required<Pick<Operation, 'query'>>>({ query }: Op, id: string) {
  const parsed = query.safeParse(decodeQuery(new URLSearchParams(id), query));
  // We signed the reference, so it can only be invalid when an older version wrote it.
  if (!parsed.success) throw invalid({});
  return parsed.data as QueryOf<Op>;
}

const csvOf = ({ readReports }: Uses<'readReports'>, { header, rows }: ReportTable) =>
  ({
    contentType: 'text/csv; charset=utf-8',
    write: (target) => readReports(async (tx) => writeCsv(target, header, rows(tx))),
  }) satisfies Download;

/** A whole report as the table of a file. */
export interface ReportTable {
  readonly header: readonly string[];
  /** The number of rows in this transaction. */
  readonly count: (tx: Queryable) => Promise<number>;
  /** The rows, read as fast as the consumer takes them. */
  readonly rows: (tx: Queryable) => AsyncGenerator<CsvRow>;
}

type VisitorQuery = QueryOf<typeof exportVisitorReport>;
type UsageQuery = QueryOf<typeof exportUsageReport>;

export const visitorTable = (settings: Settings, query: VisitorQuery): Promise<ReportTable> =>
  tableOf(settings, query, {
    columns: visitorColumns,
    count: async (tx) => (await totalsOf(tx, query)).numberOfVisitors,
    lines: (tx) => sortedVisitors(tx, query, query.SortCriteria),
  });

export const usageTable = (settings: Settings, query: UsageQuery): Promise<ReportTable> =>
  tableOf(settings, query, {
    columns: pageColumns,
    count: async (tx) => pageCount(tx, query),
    lines: (tx) => sortedPages(tx, query, query.SortCriteria),
  });

/** Each page view: the single rows that the usage report adds up. */
export const viewTable = (settings: Settings, query: Omit<UsageQuery, 'SortCriteria'>): Promise<ReportTable> =>
  tableOf(settings, query, {
    columns: viewColumns,
    count: async (tx) => viewCount(tx, query, settings.timeZone),
    lines: (tx) => everyView(tx, query, settings.timeZone),
  });

interface Parts extends Pick<ReportTable, 'count'> {
  readonly columns: readonly Column[];
  readonly lines: (tx: Queryable) => SQLWrapper;
}

async function tableOf(
  settings: Settings,
  { Language }: Pick<VisitorQuery, 'Language'>,
  { columns, count, lines }: Parts,
): Promise<ReportTable> {
  const words = await reportWords(settings, Language);
  return {
    header: columns.map(({ title }) => title(words)),
    count,
    async *rows(tx) {
      for await (const line of rowsByCursor(tx, lines(tx))) yield columns.map(({ cell }) => cell(line, words));
    },
  };
}

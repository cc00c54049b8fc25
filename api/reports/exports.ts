import { writeCsv } from '#api/csv/write.ts';
import type { Download, DownloadMaker, DownloadReference } from '#api/downloads/downloads.ts';
import { invalid } from '#api/http/problems.ts';
import { addDays } from '#api/school-day.ts';
import type { Services } from '#api/services.ts';
import type { ReportKind } from '#schema/rest/report-exports.ts';
import type { Operation, QueryOf } from '#schema/rest/operation.ts';
import { decodeQuery, encodeQuery } from '#schema/rest/query-string.ts';
import { exportUsageReport, exportVisitorReport, type ReportScope } from '#schema/rest/reports.ts';
import { type ReportTable, usageTable, visitorTable } from './report-table.ts';

type ExportQuery = QueryOf<typeof exportVisitorReport> | QueryOf<typeof exportUsageReport>;

/** What a report's file is called: `visitors_2026-04-01_2026-04-30.csv`. */
export function reportFileName(report: ReportKind, { From, To }: Pick<ReportScope, 'From' | 'To'>): string {
  return `${report}_${From}_${addDays(To, -1)}.csv`;
}

/** What a report's file is made of: the reference itself says which days, in which order and language. */
export const reportFile = (report: ReportKind, query: ExportQuery): DownloadReference => ({
  kind: `${report}-report`,
  id: encodeQuery(query).slice(1),
  fileName: reportFileName(report, query),
});

export const visitorReportFile: DownloadMaker = async (services, id) =>
  csvOf(services, await visitorTable(services.settings, readId(exportVisitorReport, id)));

export const usageReportFile: DownloadMaker = async (services, id) =>
  csvOf(services, await usageTable(services.settings, readId(exportUsageReport, id)));

function readId<const Op extends Operation & Required<Pick<Operation, 'query'>>>({ query }: Op, id: string) {
  const parsed = query.safeParse(decodeQuery(new URLSearchParams(id), query));
  // Signed by us, so only an older version of ours could have written something else.
  if (!parsed.success) throw invalid({});
  return parsed.data as QueryOf<Op>;
}

const csvOf = ({ readReports }: Services, { header, rows }: ReportTable) =>
  ({
    contentType: 'text/csv; charset=utf-8',
    write: (target) => readReports(async (tx) => writeCsv(target, header, rows(tx))),
  }) satisfies Download;

import type { SQLWrapper } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/csv/write.ts';
import type { Queryable } from '#api/db/client.ts';
import { rowsByCursor } from '#api/db/cursor.ts';
import type { Download, DownloadMaker, DownloadReference } from '#api/downloads/downloads.ts';
import { invalid } from '#api/http/problems.ts';
import type { Services } from '#api/services.ts';
import type { Operation, QueryOf } from '#schema/rest/operation.ts';
import { decodeQuery, encodeQuery } from '#schema/rest/query-string.ts';
import { exportUsageReport, exportVisitorReport, type ReportScope } from '#schema/rest/reports.ts';
import { type Column, type Line, pageColumns, visitorColumns } from './export-columns.ts';
import { reportWords } from './report-words.ts';
import { sortedPages } from './usage.ts';
import { sortedVisitors } from './visitors.ts';

type ExportQuery = QueryOf<typeof exportVisitorReport> | QueryOf<typeof exportUsageReport>;

const dayMs = 86_400_000;

/** What a report's file is called and made of: the reference itself says which days, in which order and language. */
export function reportFile(report: 'visitors' | 'usage', query: ExportQuery): DownloadReference {
  const lastDay = new Date(Date.parse(query.To) - dayMs).toISOString().slice(0, 10);
  return {
    kind: `${report}-report`,
    id: encodeQuery(query).slice(1),
    fileName: `${report}_${query.From}_${lastDay}.csv`,
  };
}

export const visitorReportFile: DownloadMaker = async (services, id) => {
  const query = readId(exportVisitorReport, id);
  return csvOf(services, query, visitorColumns, (tx, scope) => sortedVisitors(tx, scope, query.SortCriteria));
};

export const usageReportFile: DownloadMaker = async (services, id) => {
  const query = readId(exportUsageReport, id);
  return csvOf(services, query, pageColumns, (tx, scope) => sortedPages(tx, scope, query.SortCriteria));
};

function readId<const Op extends Operation & Required<Pick<Operation, 'query'>>>({ query }: Op, id: string) {
  const parsed = query.safeParse(decodeQuery(new URLSearchParams(id), query));
  // Signed by us, so only an older version of ours could have written something else.
  if (!parsed.success) throw invalid({});
  return parsed.data as QueryOf<Op>;
}

type Rows = (tx: Queryable, scope: ReportScope) => SQLWrapper;

// One moment for the whole file, however long the reader takes.
const atOneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

async function csvOf({ db, settings }: Services, query: ExportQuery, columns: readonly Column[], rows: Rows) {
  const words = await reportWords(settings, query.Language);
  return {
    contentType: 'text/csv; charset=utf-8',
    write: (target) =>
      db.transaction(async (tx) => {
        const lines = rowsByCursor(tx, rows(tx, query));
        const header = columns.map(({ title }) => title(words));
        await writeCsv(
          target,
          header,
          cellsOf(lines, (line) => columns.map(({ cell }) => cell(line, words))),
        );
      }, atOneMoment),
  } satisfies Download;
}

async function* cellsOf(lines: AsyncIterable<Line>, row: (line: Line) => CsvRow): AsyncGenerator<CsvRow> {
  for await (const line of lines) yield row(line);
}

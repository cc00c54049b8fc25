import type { SQLWrapper } from 'drizzle-orm';
import type { CsvRow } from '#api/csv/write.ts';
import type { Queryable } from '#api/db/client.ts';
import { rowsByCursor } from '#api/db/cursor.ts';
import type { Settings } from '#api/settings.ts';
import type { QueryOf } from '#schema/rest/operation.ts';
import type { exportUsageReport, exportVisitorReport } from '#schema/rest/reports.ts';
import { type Column, pageColumns, visitorColumns } from './export-columns.ts';
import { reportWords } from './report-words.ts';
import { pageCount, sortedPages } from './usage.ts';
import { sortedVisitors, totalsOf } from './visitors.ts';

/** A whole report as a table of a file. */
export interface ReportTable {
  readonly header: readonly string[];
  /** How many rows there are in this transaction. */
  readonly count: (tx: Queryable) => Promise<number>;
  /** The rows, as fast as they are taken. */
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

import type { SQLWrapper } from 'drizzle-orm';
import { type CsvRow, writeCsv } from '#api/ground/csv/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { rowsByCursor } from '#api/ground/db/cursor.ts';
import type { Download, DownloadReference } from '#api/ground/http/downloads.ts';
import { invalid } from '#api/ground/http/problems.ts';
import { addDays } from '#api/ground/school-day.ts';
import type { Uses } from '#api/ground/services.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import { readWords } from '#api/ground/words.ts';
import type { Language } from '#schema/languages.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import type { Operation, QueryOf } from '#schema/rest/operation.ts';
import { decodeQuery, encodeQuery } from '#schema/rest/query-string.ts';
import type { ReportKind } from '#schema/rest/report-exports.ts';
import { exportUsageReport, exportVisitorReport, type ReportScope } from '#schema/rest/reports.ts';
import { trackedPageWord } from '#schema/rules/tracked-page-words.ts';
import { pageCount, sortedPages } from './usage.ts';
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

/** A row of a report's query, by the SQL names of its columns. */
type Line = Readonly<Record<string, unknown>>;
type Cell = string | number | null;

interface Column {
  readonly title: (words: ReportWords) => string;
  readonly cell: (line: Line, words: ReportWords) => Cell;
}

function column(word: string, name: string): Column {
  return { title: (words) => words(word), cell: (line) => cellOf(line[name]) };
}

// Milliseconds as seconds, unrounded, so that a sum in a spreadsheet equals the total on the screen.
function seconds(word: string, name: string): Column {
  return { title: (words) => `${words(word)} (s)`, cell: (line) => Number(line[name]) / 1000 };
}

const cellOf = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null);

const visitorColumns: readonly Column[] = [
  column('date', 'day'),
  column('ip', 'ip'),
  column('os', 'os'),
  column('browser', 'browser'),
  column('browserVersion', 'browser_version'),
  seconds('timeSpent', 'time_spent'),
];

const typeWords: Readonly<Record<number, string>> = {
  [ContentType.NONE]: 'typeNone',
  [ContentType.READ]: 'typeRead',
  [ContentType.MUSIC]: 'typeMusic',
  [ContentType.VIDEO]: 'typeVideo',
  [ContentType.GAME]: 'typeGame',
  [ContentType.PUSH_AND_LISTEN]: 'typePushAndListen',
  [ContentType.RECORD]: 'typeRecord',
};

const pageColumns: readonly Column[] = [
  {
    title: (words) => words('pageEventName'),
    cell: ({ name }, words) => (typeof name === 'string' ? words(trackedPageWord(name) ?? name) : null),
  },
  column('pageUrl', 'page_url'),
  {
    title: (words) => words('contentType'),
    cell: ({ content_type: type }, words) => (typeof type === 'number' ? words(typeWords[type] ?? '') : null),
  },
  column('views', 'views'),
  seconds('duration', 'duration'),
  {
    title: (words) => words('content'),
    cell: ({ content_id: id, content_name: name }, words) =>
      id !== null && name === null ? words('contentGone') : cellOf(name),
  },
  column('pageNumber', 'page_number'),
  {
    title: (words) => words('unit'),
    cell: ({ unit_title: title, unit_name: name }) =>
      typeof title === 'string' && typeof name === 'string' ? `${title} ${name}` : null,
  },
  column('book', 'textbook_name'),
];

/** A word of the report screens by its key: a file uses the same words. An unknown key stands for itself. */
type ReportWords = (key: string) => string;

async function reportWords(settings: Settings, language: Language): Promise<ReportWords> {
  const known = await readWords(settings, language, 'reports');
  return (key) => known[key] ?? key;
}

import { ContentType } from '#schema/rest/enumerations.ts';
import type { ReportWords } from './report-words.ts';

/** A row of a report's query, by the names of its columns in SQL. */
export type Line = Readonly<Record<string, unknown>>;
type Cell = string | number | null;

export interface Column {
  readonly title: (words: ReportWords) => string;
  readonly cell: (line: Line, words: ReportWords) => Cell;
}

function column(word: string, name: string): Column {
  return { title: (words) => words(word), cell: (line) => cellOf(line[name]) };
}

// Whole milliseconds as seconds: a sum in a spreadsheet is the total that the screen shows.
function seconds(word: string, name: string): Column {
  return { title: (words) => `${words(word)} (s)`, cell: (line) => Number(line[name]) / 1000 };
}

const cellOf = (value: unknown): Cell => (typeof value === 'string' || typeof value === 'number' ? value : null);

export const visitorColumns: readonly Column[] = [
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

export const pageColumns: readonly Column[] = [
  column('pageEventName', 'name'),
  column('pageUrl', 'page_url'),
  {
    title: (words) => words('contentType'),
    cell: ({ content_type: type }, words) => (typeof type === 'number' ? words(typeWords[type] ?? '') : null),
  },
  column('views', 'views'),
  seconds('duration', 'duration'),
];

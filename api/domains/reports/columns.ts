import type { Settings } from '#api/ground/settings/settings.ts';
import { readWords } from '#api/ground/words.ts';
import type { Language } from '#schema/languages.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { trackedPageWord } from '#schema/rules/tracked-page-words.ts';

/** A row of a report's query, by the SQL names of its columns. */
type Line = Readonly<Record<string, unknown>>;
type Cell = string | number | null;

/** A column of a report's file: its heading, and its cell in a row. */
export interface Column {
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

const pageName: Column = {
  title: (words) => words('pageEventName'),
  cell: ({ name }, words) => (typeof name === 'string' ? words(trackedPageWord(name) ?? name) : null),
};

const contentKind: Column = {
  title: (words) => words('contentType'),
  cell: ({ content_type: type }, words) => (typeof type === 'number' ? words(typeWords[type] ?? '') : null),
};

const contentPlace: readonly Column[] = [
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

export const pageColumns: readonly Column[] = [
  pageName,
  column('pageUrl', 'page_url'),
  contentKind,
  column('views', 'views'),
  seconds('duration', 'duration'),
  ...contentPlace,
];

export const viewColumns: readonly Column[] = [
  column('startedAt', 'started_at'),
  pageName,
  ...contentPlace,
  contentKind,
  column('class', 'class_name'),
  column('os', 'os'),
  column('browser', 'browser'),
  seconds('duration', 'duration'),
];

/** Translates a key to the word that the report screens use. An unknown key stays as it is. */
export type ReportWords = (key: string) => string;

export async function reportWords(settings: Settings, language: Language): Promise<ReportWords> {
  const words = await readWords(settings, language, 'reports');
  return (key) => words[key] ?? key;
}

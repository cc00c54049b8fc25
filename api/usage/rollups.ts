/** A table of page views added up by day, or by month. Names are ours, never a caller's. */
export interface Rollup {
  readonly table: string;
  readonly by: 'day' | 'month';
  /** What its rows are told apart by, beside that. */
  readonly keys: readonly string[];
  /** Which page views it is made of; all, unless given. */
  readonly where?: string;
  /** Whether its rows keep address, system and browser of their first page view. */
  readonly first?: true;
}

const page = ['name', 'page_url'];
const place = ['textbook_id', 'lesson_id', 'content_id', 'content_type'];

/** All of them but the totals, which count visitors too. */
export const rollups: readonly Rollup[] = [
  { table: 'usage_days', by: 'day', keys: [...page, 'content_type'] },
  { table: 'usage_book_days', by: 'day', keys: [...place, ...page] },
  {
    table: 'usage_book_months',
    by: 'month',
    keys: ['textbook_id', 'content_type', ...page],
    where: 'textbook_id is not null',
  },
  { table: 'usage_class_days', by: 'day', keys: ['class_id', ...place, ...page], where: 'class_id is not null' },
  { table: 'visitor_days', by: 'day', keys: ['visitor'], first: true },
  {
    table: 'visitor_place_days',
    by: 'day',
    keys: ['visitor', 'class_id', 'textbook_id', 'lesson_id', 'content_type'],
    first: true,
  },
];

export const totalsTable = 'usage_totals';

/** Every table that holds something of the page views. */
export const rollupTables: readonly string[] = [totalsTable, ...rollups.map(({ table }) => table)];

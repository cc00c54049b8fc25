/** A table of page views added up by day. Names are ours, never a caller's. */
export interface Rollup {
  readonly table: string;
  /** What its rows are told apart by, beside the day. */
  readonly keys: readonly string[];
  /** Which page views it is made of; all, unless given. */
  readonly where?: string;
  /** Whether it knows of whom the first page view was. */
  readonly first?: true;
}

const page = ['name', 'page_url'];
const place = ['textbook_id', 'lesson_id', 'content_id', 'content_type'];

/** All of them but the totals, which count the rows of `visitor_days`. */
export const rollups: readonly Rollup[] = [
  { table: 'usage_days', keys: [...page, 'content_type'] },
  { table: 'usage_book_days', keys: [...place, ...page] },
  { table: 'usage_class_days', keys: ['class_id', ...place, ...page], where: 'class_id is not null' },
  { table: 'visitor_days', keys: ['visitor'], first: true },
  {
    table: 'visitor_place_days',
    keys: ['visitor', 'class_id', 'textbook_id', 'lesson_id', 'content_type'],
    first: true,
  },
];

export const totalsTable = 'usage_totals';

/** Every table that holds something of a day. */
export const rollupTables: readonly string[] = [totalsTable, ...rollups.map(({ table }) => table)];

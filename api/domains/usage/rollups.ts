import { type SQL, sql } from 'drizzle-orm';

/** A table of page views added up by day, or by month. Names are ours, never a caller's. */
export interface Rollup {
  readonly table: string;
  readonly by: 'day' | 'month';
  /** The columns of a row's key beside the day or month. */
  readonly keys: readonly string[];
  /** The condition of the page views that the table adds up; without it, all of them. */
  readonly where?: string;
  /** Whether triggers fill it from another rollup, so that no other code writes it. */
  readonly byTrigger?: true;
  /** Whether its rows keep address, system and browser of their first page view. */
  readonly first?: true;
}

const page = ['name', 'page_url'];
const place = ['textbook_id', 'lesson_id', 'content_id', 'content_type'];

/** All of them but the totals, which count visitors too. */
export const rollups: readonly Rollup[] = [
  { table: 'usage_days', by: 'day', keys: [...page, 'content_type'] },
  { table: 'usage_book_days', by: 'day', keys: [...place, ...page] },
  { table: 'usage_months', by: 'month', keys: [...place, ...page], byTrigger: true },
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

/** The columns that say where a page view belongs. */
export const placeColumns = ['class_id', 'textbook_id', 'lesson_id', 'content_type'] as const;
export type PlaceColumn = (typeof placeColumns)[number];

/**
 * The combinations of places for which `usage_totals` has one row a day; the first is the whole school. Visitors cannot be
 * added up (a visitor of two units is one visitor of the book), so each combination has its own count. The visitors of
 * other combinations are counted when a report asks.
 */
export const parts: readonly (readonly PlaceColumn[])[] = [
  [],
  ['content_type'],
  ['class_id'],
  ['class_id', 'content_type'],
  ['textbook_id'],
  ['textbook_id', 'content_type'],
  ['lesson_id'],
  ['lesson_id', 'content_type'],
  ['textbook_id', 'lesson_id'],
  ['textbook_id', 'lesson_id', 'content_type'],
];

const types = { class_id: 'uuid', textbook_id: 'uuid', lesson_id: 'uuid', content_type: 'smallint' } as const;

// The combinations that a row belongs to, as SQL rows of `placeColumns`; columns outside of the combination are null.
const partsOf = (row: string): string => {
  const one = (part: readonly PlaceColumn[]) => {
    const cells = placeColumns.map((column) => (part.includes(column) ? `${row}.${column}` : `null::${types[column]}`));
    const named = part.map((column) => `${row}.${column} is not null`);
    return `select ${cells.map((cell, at) => `${cell} as ${placeColumns[at]}`).join(', ')}
      where ${named.join(' and ') || 'true'}`;
  };
  return parts.map(one).join(' union all ');
};

const visitorColumns = ['ip_address', 'os', 'browser', 'browser_version'];
const keptColumns =
  'event_id, started_at, visitor, class_id, textbook_id, lesson_id, content_id, content_type, name, page_url';
const raw = (parts: readonly string[]): SQL => sql.raw(parts.join(', '));
const places = raw(placeColumns);

/** The school day of a page view: in the zone that it was stored with, else in the installation's. */
export const dayOfView = (timeZone: string): SQL =>
  sql`(started_at at time zone coalesce(time_zone, ${timeZone}::text))::date`;

/** The columns of page views that a source adds up. */
interface Counts {
  readonly views: SQL;
  readonly duration: SQL;
}

/** Page views with their school day, as the source of rollups. */
export function viewsByDay(from: SQL, timeZone: string, { views, duration }: Counts): SQL {
  return sql`select ${dayOfView(timeZone)} as day, ${sql.raw(`${keptColumns}, ${visitorColumns.join(', ')}`)},
    ${views} as views, ${duration} as duration from ${from} as seen`;
}

const spans = { day: 'day', month: "date_trunc('month', day)::date" };

/** The rows of a rollup for these page views. */
export function rowsOf({ by, keys, where = 'true', first }: Rollup, source: SQL): SQL {
  const firsts = (columns: readonly string[]) =>
    columns.map((column) => `(array_agg(${column} order by started_at, event_id))[1]`);
  const columns = [
    ...[`${spans[by]} as ${by}`, ...keys, 'sum(views)::bigint', 'sum(duration)::bigint'],
    ...(first ? firsts([...visitorColumns, 'started_at', 'event_id']) : []),
  ];
  const groups = [spans[by], ...keys];
  return sql`select ${raw(columns)} from (${source}) as views where ${sql.raw(where)} group by ${raw(groups)}`;
}

/** The rows of the totals for page views; `isNew` is whether the visitor is new on the day in the combination. */
export function totalsOfViews(source: SQL, isNew = sql`true`): SQL {
  return sql`
    select day, ${places}, count(*) filter (where is_new) as visitors, sum(views)::bigint, sum(duration)::bigint from (
      select *, ${isNew} as is_new from (
        select day, visitor, ${raw(placeColumns.map((column) => `part.${column}`))},
          sum(views) as views, sum(duration) as duration
        from (
          select day, visitor, ${places}, sum(views) as views, sum(duration) as duration from (${source}) as views
          group by day, visitor, ${places}
        ) as place cross join lateral (${sql.raw(partsOf('place'))}) as part
        group by day, visitor, ${raw(placeColumns.map((column) => `part.${column}`))}
      ) as there
    ) as visits group by day, ${places}`;
}

const hasPlace = placeColumns.map((column) => `(there.${column} is null or known.${column} = there.${column})`);
const wasNotThere = sql`not exists (select from visitor_place_days known
  where known.day = there.day and known.visitor = there.visitor and ${sql.raw(hasPlace.join(' and '))})`;

/** The statements that add page views to empty rollups. */
export const insertsIntoEmpty = (source: SQL): SQL[] => additions(source, totalsOfViews(source));

/** The statements that add page views to existing rollups. Run them in one statement, so that all see the same snapshot. */
export const additionsTo = (source: SQL): SQL[] => additions(source, totalsOfViews(source, wasNotThere));

const additions = (source: SQL, totals: SQL): SQL[] => [
  addedToTotals(totals),
  ...rollups.filter(({ byTrigger }) => !byTrigger).map((rollup) => added(rollup, rowsOf(rollup, source))),
];

const sums = (columns: readonly string[]) => columns.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`);

function addedToTotals(rows: SQL): SQL {
  const counts = ['visitors', 'views', 'duration'];
  return sql`insert into ${sql.raw(totalsTable)} as kept (day, ${places}, ${raw(counts)}) ${rows}
    on conflict (${places}, day) do update set ${raw(sums(counts))}`;
}

function added({ table, by, keys, first }: Rollup, rows: SQL): SQL {
  const firsts = first ? [...visitorColumns, 'first_started_at', 'first_event_id'] : [];
  const moments = (row: string) => `(${row}.first_started_at, ${row}.first_event_id)`;
  const earlier = `${moments('excluded')} < ${moments('kept')}`;
  const sets = [
    ...sums(['views', 'duration']),
    ...firsts.map((column) => `${column} = case when ${earlier} then excluded.${column} else kept.${column} end`),
  ];
  return sql`insert into ${sql.raw(table)} as kept (${raw([by, ...keys, 'views', 'duration', ...firsts])}) ${rows}
    on conflict (${raw([by, ...keys])}) do update set ${raw(sets)}`;
}

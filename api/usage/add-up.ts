import { type SQL, sql } from 'drizzle-orm';
import { dayOf } from '#api/school-day.ts';
import { partsOf, placeColumns } from './parts.ts';
import { type Rollup, rollups, totalsTable } from './rollups.ts';

const seen = ['ip_address', 'os', 'browser', 'browser_version'];
const kept =
  'event_id, started_at, visitor, class_id, textbook_id, lesson_id, content_id, content_type, name, page_url';
const raw = (parts: readonly string[]): SQL => sql.raw(parts.join(', '));
const places = raw(placeColumns);

/** Page views to be added up, each with its day at the school. */
export function viewsByDay(from: SQL, timeZone: string, views: 0 | 1 = 1): SQL {
  return sql`select ${dayOf(sql`started_at`, timeZone)} as day, ${sql.raw(`${kept}, ${seen.join(', ')}`)},
    ${sql.raw(String(views))} as views, duration_ms as duration from ${from} as seen`;
}

const spans = { day: 'day', month: "date_trunc('month', day)::date" };

/** What a rollup says of these page views. */
export function rowsOf({ by, keys, where = 'true', first }: Rollup, source: SQL): SQL {
  const firsts = (columns: readonly string[]) =>
    columns.map((column) => `(array_agg(${column} order by started_at, event_id))[1]`);
  const columns = [
    ...[`${spans[by]} as ${by}`, ...keys, 'sum(views)::bigint', 'sum(duration)::bigint'],
    ...(first ? firsts([...seen, 'started_at', 'event_id']) : []),
  ];
  const groups = [spans[by], ...keys];
  return sql`select ${raw(columns)} from (${source}) as views where ${sql.raw(where)} group by ${raw(groups)}`;
}

/** What the totals say of them; `isNew` tells whether a visitor is new on a day in a part. */
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

/** Adds page views to empty rollups, a statement for each. */
export const additionsAnew = (source: SQL): SQL[] => additions(source, totalsOfViews(source));

/** Adds page views to every rollup, a statement for each; all of them are to see the rollups as they were before. */
export const additionsTo = (source: SQL): SQL[] => additions(source, totalsOfViews(source, wasNotThere));

const additions = (source: SQL, totals: SQL): SQL[] => [
  addedToTotals(totals),
  ...rollups.map((rollup) => added(rollup, rowsOf(rollup, source))),
];

const sums = (columns: readonly string[]) => columns.map((sum) => `${sum} = kept.${sum} + excluded.${sum}`);

function addedToTotals(rows: SQL): SQL {
  const counts = ['visitors', 'views', 'duration'];
  return sql`insert into ${sql.raw(totalsTable)} as kept (day, ${places}, ${raw(counts)}) ${rows}
    on conflict (${places}, day) do update set ${raw(sums(counts))}`;
}

function added({ table, by, keys, first }: Rollup, rows: SQL): SQL {
  const firsts = first ? [...seen, 'first_started_at', 'first_event_id'] : [];
  const moments = (row: string) => `(${row}.first_started_at, ${row}.first_event_id)`;
  const earlier = `${moments('excluded')} < ${moments('kept')}`;
  const sets = [
    ...sums(['views', 'duration']),
    ...firsts.map((column) => `${column} = case when ${earlier} then excluded.${column} else kept.${column} end`),
  ];
  return sql`insert into ${sql.raw(table)} as kept (${raw([by, ...keys, 'views', 'duration', ...firsts])}) ${rows}
    on conflict (${raw([by, ...keys])}) do update set ${raw(sets)}`;
}

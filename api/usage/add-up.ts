import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { dayOf } from '#api/school-day.ts';
import { type Rollup, rollups, totalsTable } from './rollups.ts';

const seen = ['ip_address', 'os', 'browser', 'browser_version'];
const kept =
  'event_id, started_at, visitor, class_id, textbook_id, lesson_id, content_id, content_type, name, page_url';

/** Page views to be added up, each with its day at the school. */
export function viewsByDay(from: SQL, timeZone: string, views: 0 | 1 = 1): SQL {
  return sql`select ${dayOf(sql`started_at`, timeZone)} as day, ${sql.raw(`${kept}, ${seen.join(', ')}`)},
    ${sql.raw(String(views))} as views, duration_ms as duration from ${from} as seen`;
}

/** What a rollup says of these page views. */
export function rowsOf({ keys, where = 'true', first }: Rollup, source: SQL): SQL {
  const firsts = (columns: readonly string[]) =>
    columns.map((column) => `(array_agg(${column} order by started_at, event_id))[1]`);
  const columns = [
    ...['day', ...keys, 'sum(views)::bigint', 'sum(duration)::bigint'],
    ...(first ? firsts([...seen, 'started_at', 'event_id']) : []),
  ];
  const groups = ['day', ...keys];
  return sql`select ${raw(columns)} from (${source}) as views where ${sql.raw(where)} group by ${raw(groups)}`;
}

/** What the totals say of them. */
export const totalsOfViews = (source: SQL): SQL => sql`
  select day, count(distinct visitor), sum(views)::bigint, sum(duration)::bigint from (${source}) as views group by day`;

/** Adds page views to every rollup; in the caller's hold. */
export async function addUp(tx: Queryable, source: SQL): Promise<void> {
  // Before the visitors are there, so that those who are new on a day can be told.
  await tx.execute(sql`
    insert into ${sql.raw(totalsTable)} as kept (day, visitors, views, duration)
    select day, count(*) filter (where known.visitor is null), sum(more.views)::bigint, sum(more.duration)::bigint
    from (
      select day, visitor, sum(views) as views, sum(duration) as duration from (${source}) as views group by day, visitor
    ) as more left join visitor_days known using (day, visitor)
    group by day
    on conflict (day) do update set visitors = kept.visitors + excluded.visitors,
      views = kept.views + excluded.views, duration = kept.duration + excluded.duration`);
  for (const rollup of rollups) await tx.execute(added(rollup, rowsOf(rollup, source)));
}

function added({ table, keys, first }: Rollup, rows: SQL): SQL {
  const firsts = first ? [...seen, 'first_started_at', 'first_event_id'] : [];
  const moments = (row: string) => `(${row}.first_started_at, ${row}.first_event_id)`;
  const earlier = `${moments('excluded')} < ${moments('kept')}`;
  const sets = [
    ...['views', 'duration'].map((sum) => `${sum} = kept.${sum} + excluded.${sum}`),
    ...firsts.map((column) => `${column} = case when ${earlier} then excluded.${column} else kept.${column} end`),
  ];
  return sql`insert into ${sql.raw(table)} as kept (${raw(['day', ...keys, 'views', 'duration', ...firsts])}) ${rows}
    on conflict (${raw(['day', ...keys])}) do update set ${raw(sets)}`;
}

const raw = (parts: readonly string[]): SQL => sql.raw(parts.join(', '));

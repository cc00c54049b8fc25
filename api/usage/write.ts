import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { pageViews } from '#api/db/schema.ts';
import { additionsTo, viewsByDay } from './add-up.ts';
import type { Decision } from './decide.ts';
import type { KeptView } from './page-view.ts';

/**
 * Keeps what was decided, and adds it to every rollup, in one statement: its parts all see the tables as they were
 * before, and what was decided is read once. In the caller's hold.
 */
export async function write(tx: Queryable, { added, grown }: Decision, timeZone: string): Promise<void> {
  if (added.length + grown.length === 0) return;
  const more = sql`unnest(${sql.param(grown.map(({ now }) => now.eventId))}::uuid[],
    ${sql.param(grown.map(({ by }) => by))}::int[]) as more (event_id, by)`;
  const statements = [
    sql`insert into ${pageViews} select * from added`,
    lengthen(grown.map(({ now }) => now)),
    ...additionsTo(sql`select * from seen`),
  ];
  await tx.execute(sql`
    with added as materialized (select * from ${asRows(added)}),
      grown as materialized (select * from ${asRows(grown.map(({ now }) => now))}),
      seen as materialized (
        ${viewsByDay(sql`added`, timeZone)} union all
        ${viewsByDay(sql`(select ${sql.raw(grownColumns)}, by as duration_ms from grown join ${more} using (event_id))`, timeZone, 0)}
      ),
      ${sql.join(
        statements.map((statement, at) => sql`${sql.raw(`step_${at}`)} as (${statement})`),
        sql`, `,
      )}
    select`);
}

const lengthen = (views: readonly KeptView[]): SQL => {
  const earliest = new Date(Math.min(Date.now(), ...views.map(({ startedAt }) => startedAt.getTime())));
  return sql`
    update ${pageViews} kept set duration_ms = longer.duration_ms, received_at = longer.received_at,
      profile_id = longer.profile_id, client_ip = longer.client_ip
    from grown longer
    where kept.event_id = longer.event_id and kept.started_at = longer.started_at
      and kept.started_at >= ${earliest.toISOString()}::timestamptz`;
};

const columns = Object.entries(getTableColumns(pageViews));
const grownColumns = columns.flatMap(([, { name }]) => (name === 'duration_ms' ? [] : [`grown.${name}`])).join(', ');

// As one parameter, whatever their number.
function asRows(views: readonly KeptView[]): SQL {
  const rows = views.map((view) => {
    const values: Readonly<Record<string, unknown>> = view;
    const row: Record<string, unknown> = {};
    for (const [key, { name }] of columns) row[name] = values[key];
    return row;
  });
  return sql`json_populate_recordset(null::page_views, ${JSON.stringify(rows)}::json)`;
}

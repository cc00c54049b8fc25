import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';
import { pageViews } from '#api/db/schema.ts';
import { addUp, viewsByDay } from './add-up.ts';
import type { Decision } from './decide.ts';
import type { KeptView } from './page-view.ts';

/** Keeps what was decided, and adds it to every rollup; in the caller's hold. */
export async function write(tx: Queryable, { added, grown }: Decision, timeZone: string): Promise<void> {
  if (added.length > 0) await tx.execute(sql`insert into ${pageViews} select * from ${asRows(added)}`);
  if (grown.length > 0)
    await lengthen(
      tx,
      grown.map(({ now }) => now),
    );
  const more = grown.map(({ now, by }) => ({ ...now, durationMs: by }));
  const sources = [
    ...(added.length > 0 ? [viewsByDay(asRows(added), timeZone)] : []),
    ...(more.length > 0 ? [viewsByDay(asRows(more), timeZone, 0)] : []),
  ];
  if (sources.length > 0) await addUp(tx, sql.join(sources, sql` union all `));
}

async function lengthen(tx: Queryable, views: readonly KeptView[]): Promise<void> {
  const earliest = new Date(Math.min(...views.map(({ startedAt }) => startedAt.getTime())));
  await tx.execute(sql`
    update ${pageViews} kept set duration_ms = longer.duration_ms, received_at = longer.received_at,
      profile_id = longer.profile_id, client_ip = longer.client_ip
    from ${asRows(views)} longer
    where kept.event_id = longer.event_id and kept.started_at = longer.started_at
      and kept.started_at >= ${earliest.toISOString()}::timestamptz`);
}

const columns = Object.entries(getTableColumns(pageViews));

// As one parameter, whatever their number.
function asRows(views: readonly KeptView[]): SQL {
  const rows = views.map((view) => {
    const values: Readonly<Record<string, unknown>> = { ...view };
    return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]));
  });
  return sql`json_populate_recordset(null::page_views, ${JSON.stringify(rows)}::json)`;
}

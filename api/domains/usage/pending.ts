import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { usagePending } from '#api/ground/db/schema.ts';
import { rollupTimeZone } from './lock.ts';
import { additionsTo, viewsByDay } from './rollups.ts';

/** The pending rows that one statement adds up. */
export const rowsPerStatement = 5000;

/**
 * Moves pending rows into the rollups, and resolves to their number, which is below the limit when no row is left. The
 * caller holds the rollup lock. One statement, so that all its parts see the same snapshot: a writer's page views and
 * their pending rows are both in it, or neither. Pending rows are never updated, so each keeps its `ctid`. The pending
 * rows of a page view that was removed meanwhile are dropped.
 */
export async function addUpPending(tx: Queryable, limit = rowsPerStatement): Promise<number> {
  const timeZone = await rollupTimeZone(tx);
  // The rollups were never built: the rows stay until they are.
  if (timeZone === undefined) return 0;
  // The lateral join with a limit makes the planner look each page view up by its primary key, in one partition.
  const found = sql`(select seen.*, taken.views, taken.duration from taken cross join lateral (
      select * from page_views kept
      where kept.event_id = taken.event_id and kept.started_at = taken.started_at limit 1
    ) as seen)`;
  const steps = additionsTo(sql`select * from added`).map(
    (statement, at) => sql`${sql.raw(`step_${at}`)} as (${statement})`,
  );
  const { rows } = await tx.execute<{ count: number }>(sql`
    with taken as materialized (
        delete from ${usagePending} where ctid = any(array(select ctid from ${usagePending} limit ${limit}))
        returning event_id, started_at, views, duration
      ),
      added as materialized (${viewsByDay(found, timeZone, { views: sql`views`, duration: sql`duration` })}),
      ${sql.join(steps, sql`, `)}
    select count(*)::int as count from taken`);
  return rows[0]?.count ?? 0;
}

/** Moves all pending rows into the rollups. The caller holds the rollup lock. */
export async function addUpAllPending(tx: Queryable): Promise<void> {
  while ((await addUpPending(tx)) === rowsPerStatement);
}

/** Whether any pending row is left. */
export async function hasPending(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ some: boolean }>(sql`select exists (select from ${usagePending}) as some`);
  return rows[0]?.some === true;
}

/**
 * The page views without their pending rows: exactly what the rollups must say. While the rollup lock is held, every
 * snapshot gives the same, since a writer commits its page views and their pending rows together.
 */
export function addedUpViews(timeZone: string): SQL {
  // As whole numbers of 4 bytes, since PostgreSQL sums those without its slow exact arithmetic.
  const left = sql`(select kept.*, (1 - coalesce(waiting.views, 0))::int as views_left,
      (kept.duration_ms - coalesce(waiting.duration, 0))::int as duration_left
    from page_views kept left join (
      select event_id, started_at, sum(views) as views, sum(duration) as duration from ${usagePending}
      group by event_id, started_at
    ) as waiting using (event_id, started_at)
    where waiting.views is null or waiting.views <> 1 or waiting.duration <> kept.duration_ms)`;
  return viewsByDay(left, timeZone, { views: sql`views_left`, duration: sql`duration_left` });
}

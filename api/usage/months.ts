import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/db/client.ts';

/**
 * Makes a partition for each month (UTC) of a period, with what waited for it in the default one; in the caller's hold.
 * Nothing in an installation whose page views are still one table: see migration 0012.
 */
export async function openMonths(tx: Queryable, from: Date, to: Date): Promise<void> {
  const { rows } = await tx.execute<{ parted: boolean }>(
    sql`select relkind = 'p' as parted from pg_class where oid = 'page_views'::regclass`,
  );
  if (rows[0]?.parted !== true) return;
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth();
  for (let month = first; month <= last; month += 1) await openMonth(tx, beginning(month), beginning(month + 1));
}

/**
 * Whoever reads page views, as a long export does, keeps a partition from coming and going, and everybody behind the one
 * who waits for it has to wait too: after three seconds it is given up (55P03), to be tried again another time.
 */
const notForLong = sql`set local lock_timeout = '3s'`;

// Made apart and then attached, so that readers wait for the attaching alone.
async function openMonth(tx: Queryable, from: string, to: string): Promise<void> {
  const name = `page_views_${from.slice(0, 7).replace('-', '_')}`;
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass(${name}) is not null as there`);
  if (rows[0]?.there === true) return;
  const table = sql.identifier(name);
  await tx.execute(notForLong);
  const bounds = sql.raw(`from ('${from}') to ('${to}')`);
  await tx.execute(sql`create table ${table} (like page_views including all)`);
  await tx.execute(sql`with waiting as (
      delete from page_views_default where started_at >= ${from}::timestamptz and started_at < ${to}::timestamptz
      returning *
    ) insert into ${table} select * from waiting`);
  await tx.execute(sql`alter table page_views attach partition ${table} for values ${bounds}`);
}

const beginning = (month: number): string => new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString();

/** Drops the months that end before a moment; how many page views there were in them. */
export async function dropMonths(tx: Queryable, before: Date): Promise<number> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = inhrelid
    where inhparent = 'page_views'::regclass and child.relname ~ '^page_views_[0-9]{4}_[0-9]{2}$'`);
  await tx.execute(notForLong);
  let dropped = 0;
  for (const { name } of rows) {
    const [year = 0, month = 0] = name.slice(-7).split('_').map(Number);
    // A month that is counted from 1 is the next one, counted from 0.
    if (Date.UTC(year, month) > before.getTime()) continue;
    const table = sql.identifier(name);
    const counted = await tx.execute<{ count: number }>(sql`select count(*)::float8 as count from ${table}`);
    dropped += counted.rows[0]?.count ?? 0;
    await tx.execute(sql`drop table ${table}`);
  }
  return dropped;
}

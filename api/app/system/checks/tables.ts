import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { found, sizeInWords } from '../finding.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

// Autovacuum starts at a fifth of dead rows; at twice that share it does not keep up.
const deadShare = 0.4;
const worthwhileRows = 50_000;
// PostgreSQL refuses writes at two billion transactions.
const oldestAge = 1_500_000_000;

interface State extends Record<string, unknown> {
  readonly size: number;
  readonly age: number;
  readonly broken: string | null;
  readonly bloated: string | null;
  readonly share: number | null;
}

/** Checks PostgreSQL's maintenance: dead rows, invalid indexes of interrupted builds, transaction age. */
export async function checkTables(db: Queryable): Promise<SystemCheck> {
  const { rows } = await db.execute<State>(sql`
    select pg_database_size(current_database())::float8 as size,
      (select age(datfrozenxid) from pg_database where datname = current_database()) as age,
      (select min(indexrelid::regclass::text) from pg_index where not indisvalid) as broken,
      dead.table as bloated, dead.share
    from (select 1) one left join lateral (
      select relname::text as table, n_dead_tup::float8 / greatest(n_live_tup + n_dead_tup, 1) as share
      from pg_stat_user_tables
      where n_dead_tup > ${worthwhileRows} and n_dead_tup > (n_live_tup + n_dead_tup) * ${deadShare}::float8
      order by n_dead_tup desc limit 1) dead on true`);
  const [state] = rows;
  if (!state) return found('tables', 'ok', { size: '?' });
  if (state.age > oldestAge) return found('tables', 'wraparound', { age: state.age });
  if (state.broken !== null) return found('tables', 'brokenIndex', { name: state.broken });
  if (state.bloated !== null)
    return found('tables', 'bloated', { name: state.bloated, percent: Math.round((state.share ?? 0) * 100) });
  return found('tables', 'ok', { size: sizeInWords(state.size) });
}

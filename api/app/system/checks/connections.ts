import { sql } from 'drizzle-orm';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';
import { type Queryable, walledConnections } from '#api/ground/db/client.ts';
import { found } from '../finding.ts';
import type { Settings } from '#api/ground/settings/settings.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

// Connections for commands, a backup, and the doctor itself.
const besides = 6;

interface Counted extends Record<string, unknown> {
  readonly allowed: number;
  readonly workers: number;
  /** The number of machines with our processes; each may run an API. */
  readonly hosts: number;
  /** Connections of other programs. */
  readonly others: number;
}

/** Checks that the pools of all running processes fit into the server's limit beside other programs. */
export async function checkConnections(
  db: Queryable,
  { databasePool, worker, jobsInApi }: Pick<Settings, 'databasePool' | 'worker' | 'jobsInApi'>,
): Promise<SystemCheck> {
  const { rows } = await db.execute<Counted>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as allowed,
      (select count(distinct objid)::int from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2 and classid = ${lockClasses.workers}::int::oid
        and database = (select oid from pg_database where datname = current_database())) as workers,
      (select count(distinct coalesce(client_addr, '127.0.0.1'))::int from pg_stat_activity
        where application_name like 'manabook%') as hosts,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and application_name not like 'manabook%') as others`);
  const [counted] = rows;
  const allowed = counted?.allowed ?? 0;
  const { workers = 1, hosts = 1, others = 0 } = counted ?? {};
  // A worker has its pool, its jobs' connections, and one for its presence lock.
  const ofWorker = (jobsInApi ? 0 : worker.pool) + worker.jobsAtOnce + 3;
  // An API without jobs has one for its presence lock.
  const ofApi = databasePool + walledConnections(databasePool) + (jobsInApi ? 0 : 1);
  const needed = Math.max(1, hosts) * ofApi + Math.max(1, workers) * ofWorker + besides + others;
  return found('connections', needed <= allowed ? 'ok' : 'tooFew', { needed, allowed });
}

import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { lockClasses } from '#api/ground/db/advisory-locks.ts';

/** Workers that hold jobs but no presence lock. */
const absent = `
  select distinct holder from (
    select locked_by as holder from graphile_worker.jobs where locked_by is not null
    union all select locked_by from graphile_worker._private_job_queues where locked_by is not null
  ) held
  where not exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid = $1::int::oid and objid = hashtext(holder)::oid)`;

/**
 * Frees the jobs of dead workers. A worker counts as dead when its lock is missing twice, since a restart of the
 * database drops all locks and live workers need a moment to take them again.
 */
export function createSweep(pool: Pool, logger: Logger): () => Promise<void> {
  let missed: readonly string[] = [];

  return async () => {
    const { rows } = await pool.query<{ holder: string }>(absent, [lockClasses.workers]);
    const holders = rows.map(({ holder }) => holder);
    const dead = holders.filter((holder) => missed.includes(holder));
    missed = holders;
    if (dead.length === 0) return;
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead]);
    logger.warn({ workers: dead.length }, 'jobs: took over what dead processes held');
  };
}

import type { World } from './world.ts';

/** How many sessions of the world's database wait for a lock that another one holds. */
export async function waitingForLock({ services }: Pick<World, 'services'>): Promise<number> {
  const { rows } = await services.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

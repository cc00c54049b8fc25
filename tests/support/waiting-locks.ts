import { inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import type { World } from './world.ts';

type Database = Pick<World, 'services'>;

/** How many sessions of the world's database wait for a lock that another one holds. */
export async function waitingForLock({ services }: Database): Promise<number> {
  const { rows } = await services.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Sends requests while the classes' rows are locked, and releases the rows when all requests wait. */
export async function sendAtOnce<Answer>(
  world: Database,
  classIds: readonly string[],
  requests: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const sent = await world.services.db.transaction(async (tx) => {
    await tx
      .select()
      .from(classes)
      .where(inArray(classes.id, [...classIds]))
      .for('update');
    const answers = requests.map((send) => send());
    await expect.poll(() => waitingForLock(world)).toBe(requests.length);
    return answers;
  });
  return Promise.all(sent);
}

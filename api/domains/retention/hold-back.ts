import { sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import type { Uses } from '#api/ground/services.ts';
import { heldNight, lastRun, recordHeldNight } from './last-run.ts';

const dayMs = 86_400_000;
/** After more days without a run, the clock may be wrong, or the machine was off during the holidays. */
const longestPauseMs = 40 * dayMs;
// Less than a day, since the next night may begin a little earlier.
const heldForMs = 20 * 3_600_000;

/**
 * Whether this night is held back. With a clock that is ahead, the clean-up would remove rows that must stay. The next night
 * is not held back.
 */
export async function isHeldBack({ db, logger }: Uses<'db' | 'logger'>): Promise<boolean> {
  const last = await lastRun(db);
  const now = await clockOf(db);
  if (!last || now - last.finishedAt.getTime() <= longestPauseMs) return false;
  const held = await heldNight(db);
  if (held && now - held.at.getTime() >= heldForMs) return false;
  const days = Math.round((now - last.finishedAt.getTime()) / dayMs);
  if (!held) await recordHeldNight(db, days);
  logger.error(
    { days },
    `nightly clean-up: held back for one night, since the last one ended ${days} days ago. ` +
      'Is the clock right? If so, there is nothing to do: the next night goes on',
  );
  return true;
}

// The database's clock, by which rows expire.
async function clockOf(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(sql`select extract(epoch from now())::float8 * 1000 as now`);
  return rows[0]?.now ?? Date.now();
}

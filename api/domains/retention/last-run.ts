import { desc, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { nightlyRuns } from '#api/ground/db/schema.ts';

type Run = Pick<typeof nightlyRuns.$inferSelect, 'startedAt' | 'finishedAt' | 'removed'>;

// Long enough to see that a job has stopped running.
const keptDays = 366;

/** Writes down that a night's clean-up came to its end. */
export async function recordRun(db: Queryable, run: Omit<Run, 'finishedAt'>): Promise<void> {
  await db.insert(nightlyRuns).values({ id: newId(), ...run });
  await db.delete(nightlyRuns).where(lt(nightlyRuns.finishedAt, sql`now() - make_interval(days => ${keptDays}::int)`));
}

/** The last one, on whichever machine it ran. */
export async function lastRun(db: Queryable): Promise<Run | undefined> {
  const [run] = await db
    .select({ startedAt: nightlyRuns.startedAt, finishedAt: nightlyRuns.finishedAt, removed: nightlyRuns.removed })
    .from(nightlyRuns)
    .orderBy(desc(nightlyRuns.finishedAt), desc(nightlyRuns.id))
    .limit(1);
  return run;
}

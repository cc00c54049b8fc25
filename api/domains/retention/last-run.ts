import { and, asc, desc, lt, not, sql } from 'drizzle-orm';
import { datedAhead } from '#api/ground/dated-ahead.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { nightlyRuns } from '#api/ground/db/schema.ts';

type Run = Pick<typeof nightlyRuns.$inferSelect, 'startedAt' | 'finishedAt' | 'removed'>;

// Long enough to see that a job has stopped running.
const keptDays = 366;

// A night that was held back has this count, and no counts of removed rows.
const heldDays = 'heldDays';
const isHeld = sql`${nightlyRuns.removed} ? ${sql.raw(`'${heldDays}'`)}`;
const isAhead = datedAhead(nightlyRuns.finishedAt);

/** Writes down that a night's clean-up came to its end, and forgets that nights before it were held back. */
export async function recordRun(db: Queryable, run: Omit<Run, 'finishedAt'>): Promise<void> {
  await db.insert(nightlyRuns).values({ id: newId(), ...run });
  await db.delete(nightlyRuns).where(isHeld);
  await db.delete(nightlyRuns).where(lt(nightlyRuns.finishedAt, sql`now() - make_interval(days => ${keptDays}::int)`));
}

/** The last run on any machine. A run that is dated in the future says nothing about the last night. */
export async function lastRun(db: Queryable): Promise<Run | undefined> {
  const [run] = await db
    .select({ startedAt: nightlyRuns.startedAt, finishedAt: nightlyRuns.finishedAt, removed: nightlyRuns.removed })
    .from(nightlyRuns)
    .where(and(not(isHeld), not(isAhead)))
    .orderBy(desc(nightlyRuns.finishedAt), desc(nightlyRuns.id))
    .limit(1);
  return run;
}

/** The end of the last run that is dated ahead. */
export async function lastRunAhead(db: Queryable): Promise<Date | undefined> {
  const [run] = await db
    .select({ at: nightlyRuns.finishedAt })
    .from(nightlyRuns)
    .where(and(not(isHeld), isAhead))
    .orderBy(desc(nightlyRuns.finishedAt))
    .limit(1);
  return run?.at;
}

interface HeldNight {
  readonly at: Date;
  /** The days since the last run then. */
  readonly days: number;
}

/** The first night since the last run that was held back. */
export async function heldNight(db: Queryable): Promise<HeldNight | undefined> {
  const [night] = await db
    .select({ at: nightlyRuns.finishedAt, removed: nightlyRuns.removed })
    .from(nightlyRuns)
    .where(and(isHeld, not(isAhead)))
    .orderBy(asc(nightlyRuns.finishedAt))
    .limit(1);
  return night && { at: night.at, days: night.removed[heldDays] ?? 0 };
}

/** Writes down that a night is held back, so many days after the last run. */
export async function recordHeldNight(db: Queryable, days: number): Promise<void> {
  await db.insert(nightlyRuns).values({ id: newId(), startedAt: new Date(), removed: { [heldDays]: days } });
}

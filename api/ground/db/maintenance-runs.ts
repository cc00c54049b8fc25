import { and, desc, eq, not } from 'drizzle-orm';
import { datedAhead } from '#api/ground/dated-ahead.ts';
import type { Queryable } from './client.ts';
import { newId } from './ids.ts';
import { maintenanceRuns } from './schema.ts';

type MaintenanceRun = typeof maintenanceRuns.$inferSelect;
type Finished = Pick<MaintenanceRun, 'kind' | 'startedAt' | 'details'> & {
  readonly outcome: NonNullable<MaintenanceRun['outcome']>;
};

/** Records a maintenance run that is not finished; resolves with its id. */
export async function beginMaintenance(db: Queryable, run: Omit<Finished, 'outcome'>): Promise<string> {
  const id = newId();
  await db.insert(maintenanceRuns).values({ id, ...run });
  return id;
}

/** Records a finished maintenance run, which may have been recorded before. */
export async function keepMaintenance(db: Queryable, run: Finished & { readonly id?: string }): Promise<void> {
  const row = { id: newId(), finishedAt: new Date(), ...run };
  await db.insert(maintenanceRuns).values(row).onConflictDoUpdate({ target: maintenanceRuns.id, set: row });
}

const isAhead = datedAhead(maintenanceRuns.startedAt);

/**
 * The last maintenance run of a kind, or the last with this outcome, on any machine. One that is dated ahead would hide
 * all later ones.
 */
export async function lastMaintenanceRun(
  db: Queryable,
  kind: MaintenanceRun['kind'],
  outcome?: Finished['outcome'],
): Promise<MaintenanceRun | undefined> {
  const [run] = await db
    .select()
    .from(maintenanceRuns)
    .where(and(eq(maintenanceRuns.kind, kind), outcome && eq(maintenanceRuns.outcome, outcome), not(isAhead)))
    .orderBy(desc(maintenanceRuns.startedAt), desc(maintenanceRuns.id))
    .limit(1);
  return run;
}

/** The begin of the last successful run of a kind that is dated ahead. */
export async function lastMaintenanceAhead(db: Queryable, kind: MaintenanceRun['kind']): Promise<Date | undefined> {
  const [run] = await db
    .select({ at: maintenanceRuns.startedAt })
    .from(maintenanceRuns)
    .where(and(eq(maintenanceRuns.kind, kind), eq(maintenanceRuns.outcome, 'done'), isAhead))
    .orderBy(desc(maintenanceRuns.startedAt))
    .limit(1);
  return run?.at;
}

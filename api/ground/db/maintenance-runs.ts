import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from './client.ts';
import { newId } from './ids.ts';
import { maintenanceRuns } from './schema.ts';

type MaintenanceRun = typeof maintenanceRuns.$inferSelect;
type Finished = Pick<MaintenanceRun, 'kind' | 'startedAt' | 'details'> & {
  readonly outcome: NonNullable<MaintenanceRun['outcome']>;
};

/** Records a finished maintenance run. */
export async function keepMaintenance(db: Queryable, run: Finished): Promise<void> {
  await db.insert(maintenanceRuns).values({ id: newId(), finishedAt: new Date(), ...run });
}

/** The last maintenance run of a kind, or the last with this outcome, on any machine. */
export async function lastMaintenanceRun(
  db: Queryable,
  kind: MaintenanceRun['kind'],
  outcome?: Finished['outcome'],
): Promise<MaintenanceRun | undefined> {
  const [run] = await db
    .select()
    .from(maintenanceRuns)
    .where(and(eq(maintenanceRuns.kind, kind), outcome && eq(maintenanceRuns.outcome, outcome)))
    .orderBy(desc(maintenanceRuns.startedAt), desc(maintenanceRuns.id))
    .limit(1);
  return run;
}

import type { Queryable } from '#api/ground/db/client.ts';
import { lastMaintenanceAhead, lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { installation } from '#api/ground/db/schema.ts';
import { heldNight, lastRun, lastRunAhead } from '#api/domains/retention/last-run.ts';
import { daysAhead, daysSince, found, hoursSince } from '../finding.ts';
import { queueFacts } from '../facts.ts';
import type { SystemCheck } from '#schema/rest/system.ts';

// In hours: nightly jobs run once a day and may take a while.
const [lateHours, missingHours] = [26, 74];
const restoreCheckDays = 100;

/** The creation of the installation: a new one has had no night yet. */
async function madeAt(db: Queryable): Promise<Date> {
  const [row] = await db.select({ createdAt: installation.createdAt }).from(installation).limit(1);
  return row?.createdAt ?? new Date();
}

export async function checkNight(db: Queryable): Promise<SystemCheck> {
  const run = await lastRun(db);
  const hours = hoursSince(run?.finishedAt ?? (await madeAt(db)));
  if (run && hours <= lateHours) return found('night', 'ok', { hours });
  const held = await heldNight(db);
  if (held && hoursSince(held.at) <= lateHours)
    return found('night', 'held', { hours: hoursSince(held.at), days: held.days });
  const ahead = await lastRunAhead(db);
  if (ahead) return found('night', 'ahead', { days: daysAhead(ahead) });
  if (hours > missingHours) return found('night', 'missing', { hours });
  if (hours > lateHours) return found('night', 'late', { hours });
  return found('night', 'young');
}

export async function checkSweep(db: Queryable): Promise<SystemCheck> {
  const run = await lastMaintenanceRun(db, 'sweep');
  if (!run) return found('sweep', 'young');
  const hours = hoursSince(run.startedAt);
  if (run.outcome === 'held') return found('sweep', 'held', { hours });
  return found('sweep', run.outcome === 'done' ? 'ok' : 'failed', { hours });
}

export async function checkBackup(db: Queryable): Promise<SystemCheck> {
  const [run, good] = [await lastMaintenanceRun(db, 'backup'), await lastMaintenanceRun(db, 'backup', 'done')];
  const ahead = await lastMaintenanceAhead(db, 'backup');
  if (!run) return ahead ? found('backup', 'ahead', { days: daysAhead(ahead) }) : found('backup', 'none');
  const hours = hoursSince(good?.startedAt ?? (await madeAt(db)));
  if (run.outcome !== 'done' && run.finishedAt !== null) return found('backup', 'failed', { hours });
  if (!good || hours > lateHours)
    return ahead ? found('backup', 'ahead', { days: daysAhead(ahead) }) : found('backup', 'late', { hours });
  return found('backup', run.details['problems'] === undefined ? 'ok' : 'uncleaned', { hours });
}

export async function checkRestore(db: Queryable): Promise<SystemCheck> {
  const [run, good] = [
    await lastMaintenanceRun(db, 'restore_check'),
    await lastMaintenanceRun(db, 'restore_check', 'done'),
  ];
  const ahead = await lastMaintenanceAhead(db, 'restore_check');
  if (!run) return ahead ? found('restoreCheck', 'ahead', { days: daysAhead(ahead) }) : found('restoreCheck', 'none');
  const days = daysSince(good?.startedAt ?? (await madeAt(db)));
  if (run.outcome !== 'done' && run.finishedAt !== null) return found('restoreCheck', 'failed', { days });
  if (good && days <= restoreCheckDays) return found('restoreCheck', 'ok', { days });
  return ahead ? found('restoreCheck', 'ahead', { days: daysAhead(ahead) }) : found('restoreCheck', 'late', { days });
}

// In minutes. A job waits seconds for a free worker; a pause after a failure does not count.
const [slowMinutes, stuckMinutes] = [5, 30];

export async function checkQueue(db: Queryable): Promise<SystemCheck> {
  const { ready: waiting, failed, oldestSeconds } = await queueFacts(db);
  const minutes = Math.round(oldestSeconds / 60);
  if (minutes >= stuckMinutes) return found('queue', 'stuck', { waiting, minutes });
  if (minutes >= slowMinutes) return found('queue', 'slow', { waiting, minutes });
  return failed > 0 ? found('queue', 'failed', { failed }) : found('queue', 'ok', { waiting });
}

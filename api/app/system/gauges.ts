import { and, eq, gt, sql } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { lastMaintenanceRun } from '#api/ground/db/maintenance-runs.ts';
import { refreshFamilies } from '#api/ground/db/schema.ts';
import { lastRun } from '#api/domains/retention/last-run.ts';
import type { Services } from '#api/app/services.ts';
import { queueFacts, uploadsInWork } from './facts.ts';

export type Watched = Pick<Services, 'db' | 'disk' | 'pool' | 'settings'>;

/**
 * Gauges for operators: jobs, uploads, mails, disk, maintenance. Read on each scrape by any process with a metrics
 * port; values of the database are the same in all processes.
 */
export async function createGauges(registry: Registry, watched: Watched): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client');
  const gauge = (name: string, help: string) => new Gauge({ name: `manabook_${name}`, help, registers: [registry] });
  const labelled = (name: string, help: string, label: string) =>
    new Gauge({ name: `manabook_${name}`, help, labelNames: [label], registers: [registry] });

  const up = gauge('database_up', 'Whether the database answered when this was asked for: 1 or 0.');
  const connections = labelled('pool_connections', 'Connections of this process to the database.', 'state');
  const waiting = gauge('pool_waiting', 'Queries of this process that wait for a connection.');
  const free = labelled('disk_free_bytes', 'Free room on the disk under a folder.', 'folder');
  const reserve = gauge('disk_reserve_bytes', 'Below this much free room uploads are refused.');
  const jobs = labelled('jobs', 'Jobs by what becomes of them: ready, working or failed for good.', 'state');
  const oldest = gauge('jobs_oldest_ready_seconds', 'How long the first job in the queue waits.');
  const mails = gauge('mails_waiting', 'Mails that are not sent yet.');
  const uploads = gauge('uploads_in_work', 'Uploads that are not a post yet.');
  const night = gauge('night_finished_timestamp_seconds', 'When the nightly clean-up last ended.');
  const upkeep = labelled('upkeep_done_timestamp_seconds', 'When a piece of upkeep last succeeded.', 'kind');
  const heldGauge = gauge('sweep_held', 'Whether the last sweep stopped before it moved anything: 1 or 0.');
  const reuse = gauge('refresh_reuse_sessions', 'Sessions ended in the last day because a refresh token came twice.');

  const readGauges = async (): Promise<void> => {
    const { db } = watched;
    const queue = await queueFacts(db);
    jobs.set({ state: 'ready' }, queue.ready);
    jobs.set({ state: 'working' }, queue.working);
    jobs.set({ state: 'failed' }, queue.failed);
    oldest.set(queue.oldestSeconds);
    mails.set(queue.mails);
    uploads.set(await uploadsInWork(db));
    const run = await lastRun(db);
    if (run) night.set(run.finishedAt.getTime() / 1000);
    for (const kind of ['backup', 'restore_check', 'sweep'] as const) {
      const done = await lastMaintenanceRun(db, kind, 'done');
      if (done) upkeep.set({ kind }, (done.finishedAt ?? done.startedAt).getTime() / 1000);
    }
    heldGauge.set((await lastMaintenanceRun(db, 'sweep'))?.outcome === 'held' ? 1 : 0);
    const { revokedAt, revokedReason } = refreshFamilies;
    const ofToday = and(eq(revokedReason, 'reuse'), gt(revokedAt, sql`now() - interval '1 day'`));
    reuse.set(await db.$count(refreshFamilies, ofToday));
  };

  return async () => {
    const { pool, settings } = watched;
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    waiting.set(pool.waitingCount);
    reserve.set(settings.diskReserveBytes);
    for (const room of await watched.disk.rooms()) free.set({ folder: room.folder }, room.free);
    // Without the database its gauges keep their values, and this gauge reports it.
    await readGauges().then(
      () => up.set(1),
      () => up.set(0),
    );
  };
}

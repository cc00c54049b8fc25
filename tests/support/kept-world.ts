import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { beforeAll, vi } from 'vitest';
import { allowTopLevel } from '#schema/rules/email.ts';
import { tellers } from './failures/tellers.ts';
import { patience } from './patience.ts';
import { rememberFiles } from './remembered-files.ts';
import { rememberRows } from './remembered-rows.ts';
import { startWorld, whenStarted, type StartedWorld, type World, type WorldWithGateway } from './world.ts';

/**
 * The worker's world: the API, the gateway and the database that it keeps from file to file. Each file begins with the
 * demo school as the template has it, so what one file does no other file sees. What changes settings, breaks or counts
 * the whole installation takes a world of its own (`ownWorld`, `startWorld`).
 */
export function keptWorld(): WorldWithGateway {
  beforeAll(takeWithGateway);
  return whenStarted(() => kept?.world);
}

/** The same without the gateway, which takes a while to load. */
export function keptApi(): World {
  beforeAll(take);
  return whenStarted(() => kept && { ...kept.world, url: kept.world.apiUrl });
}

interface Kept {
  readonly world: StartedWorld;
  gateway: 'none' | 'usual' | 'changed';
  /** Rejects where something still holds the rows or works on a job. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

let kept: Kept | undefined;
/** Whether somebody has been refused for coming too often, which servers remember for a while. */
let refused = false;
subscribe('http.server.response.finish', (message) => {
  if (!(message instanceof Object && 'response' in message && message.response instanceof ServerResponse)) return;
  if (message.response.statusCode === 429) refused = true;
});

async function takeWithGateway(): Promise<void> {
  const taken = await take();
  if (taken.gateway !== 'usual') await taken.world.changeGateway({});
  taken.gateway = 'usual';
}

async function take(): Promise<Kept> {
  try {
    if (refused) throw new Error('A world in which everybody is welcome again is wanted');
    await kept?.putBack();
  } catch {
    // A test that failed half-way may also hold a row for ever.
    await kept?.close();
    kept = undefined;
    refused = false;
  }
  return (kept ??= await start());
}

async function start(): Promise<Kept> {
  const world = await startWorld({ gateway: false });
  const { services, dataDir, databaseUrl } = world;
  const putFilesBack = await rememberFiles(dataDir);
  const putRowsBack = await rememberRows(databaseUrl);
  const tellOfJobs = () => jobsOf(services.pool);
  tellers.add(tellOfJobs);
  return {
    gateway: 'none',
    world: {
      ...world,
      get url() {
        return world.url;
      },
      async changeGateway(changes) {
        await world.changeGateway(changes);
        if (kept) kept.gateway = 'changed';
      },
    },
    async putBack() {
      await endJobs(services.pool);
      await services.pageViews.drained();
      await putRowsBack();
      await putFilesBack();
      // A process has one of these, whatever worlds are in it.
      allowTopLevel(services.settings.emailTopLevelMaximum);
    },
    close() {
      tellers.delete(tellOfJobs);
      return world.close();
    },
  };
}

/** What the queue holds, and what the database is at meanwhile. */
async function jobsOf(pool: Pool): Promise<string> {
  const { rows: jobs } = await pool.query<object>(
    `select jobs.*, queues.is_available as queue_is_free, queues.locked_by as queue_held_by
       from graphile_worker.jobs left join graphile_worker._private_job_queues queues using (queue_name)`,
  );
  if (jobs.length === 0) return '';
  const { rows: work } = await pool.query<object>(
    `select pid, state, wait_event, now() - xact_start as since, left(query, 200) as query from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return [
    'Jobs:',
    ...jobs.map((job) => JSON.stringify(job)),
    'Connections:',
    ...work.map((one) => JSON.stringify(one)),
  ].join('\n');
}

/** No job is left: those that wait go, those that are worked on end. */
async function endJobs(pool: Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query('delete from graphile_worker._private_jobs where locked_at is null');
      const { rows } = await pool.query('select 1 from graphile_worker._private_jobs');
      if (rows.length > 0) throw new Error(`A job is still worked on; ${rowCount} were removed`);
    },
    { timeout: patience, interval: 20 },
  );
}

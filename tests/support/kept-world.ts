import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import { beforeAll, vi } from 'vitest';
import { allowTopLevel } from '#schema/rules/email.ts';
import { tellers } from './failures/tellers.ts';
import { patience } from './patience.ts';
import { rememberFiles } from './remembered-files.ts';
import { rememberRows } from './remembered-rows.ts';
import { reached, startWorld, type StartedWorld, type World, type WorldWithGateway } from './world.ts';

/**
 * The worker's world: the API, the gateway and the database that it keeps from file to file. Each file begins with the
 * demo school as the template has it, so what one file does no other file sees. What changes settings, breaks or counts
 * the whole installation takes a world of its own (`ownWorld`, `startWorld`).
 */
export function keptWorld(): WorldWithGateway {
  beforeAll(takeWithGateway);
  return reached(() => taken().world);
}

/** The same without the gateway, which takes a while to load. */
export function keptApi(): World {
  beforeAll(take);
  return reached(() => ({ ...taken().world, url: taken().world.apiUrl }));
}

interface Kept {
  readonly world: StartedWorld;
  gateway: 'none' | 'usual' | 'changed';
  /** Rejects where something still holds the rows or works on a job. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

let kept: Kept | undefined;
const taken = (): Kept => {
  if (!kept) throw new Error('The world starts before the tests, not while they are gathered');
  return kept;
};
/** Whether a server has refused a caller for too many calls (429). Servers remember such callers for a while. */
let refused = false;
subscribe('http.server.response.finish', (message) => {
  if (!(message instanceof Object && 'response' in message && message.response instanceof ServerResponse)) return;
  if (message.response.statusCode === 429) refused = true;
});

async function takeWithGateway(): Promise<void> {
  const { world, gateway } = await take();
  if (gateway !== 'usual') await world.changeGateway({});
  taken().gateway = 'usual';
}

async function take(): Promise<Kept> {
  // A test that failed half-way may hold a row for ever.
  if (kept && (refused || !(await isPutBack(kept)))) {
    await kept.close();
    kept = undefined;
  }
  refused = false;
  return (kept ??= await start());
}

const isPutBack = (world: Kept): Promise<boolean> =>
  world.putBack().then(
    () => true,
    () => false,
  );

async function start(): Promise<Kept> {
  const world = await startWorld({ gateway: false });
  const { services, dataDir, databaseUrl } = world;
  const putFilesBack = await rememberFiles(dataDir);
  const rows = await rememberRows(databaseUrl);
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
      await services.rollups.now();
      await rows.putBack();
      await putFilesBack();
      // This rule belongs to the process: another world of the file may have changed it.
      allowTopLevel(services.settings.emailTopLevelMaximum);
    },
    async close() {
      tellers.delete(tellOfJobs);
      await rows.close();
      await world.close();
    },
  };
}

/** The jobs in the queue, and the state of each connection to the database. */
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

/** Deletes the jobs that wait, and waits for the end of the others. */
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

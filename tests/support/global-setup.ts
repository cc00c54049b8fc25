import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThrowAwayPostgres } from '#api/ground/db/embedded/throw-away.ts';
import { TESTS_RUN } from '#launch/build-steps.ts';
import { temporaryPlace } from '#launch/temporary-places.ts';
import { keptTemplate } from './kept-template.ts';
import { chooseNaughtySeed } from './naughty-seed.ts';
import { openRunFolder } from './run-folder.ts';
import { buildTemplate, keepNightAwayStill } from './template.ts';

/**
 * Once per run: a PostgreSQL of the run's own unless the caller brought one, the template every world is cloned
 * from (migrated, with the demo school and its media), and a temporary folder of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  chooseNaughtySeed();
  process.env[TESTS_RUN] = '1';
  const stopDatabase = await startDatabase();
  const removeFolder = await openRunFolder();
  return async () => {
    await stopDatabase();
    await removeFolder();
  };
}

function startDatabase(): Promise<() => Promise<void>> {
  // `npm run test:power` has one template for its many runs.
  if (process.env.TEST_TEMPLATE !== undefined) return Promise.resolve(() => Promise.resolve());
  const brought = process.env.TEST_DATABASE_URL;
  return brought === undefined ? startOwn() : useBrought(brought);
}

async function startOwn(): Promise<() => Promise<void>> {
  const template = await keptTemplate();
  const server = await startThrowAwayPostgres({ like: template.cluster, within: temporaryPlace() });
  await keepNightAwayStill(server.url, template.name);
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_TEMPLATE = template.name;
  process.env.TEST_TEMPLATE_DATA = template.dataDir;
  return async () => {
    await server.stop();
    await template.leave();
  };
}

async function useBrought(adminUrl: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-test-'));
  process.env.TEST_TEMPLATE_DATA = join(folder, 'data');
  process.env.TEST_TEMPLATE = await buildTemplate(adminUrl, join(folder, 'data'));
  return () => rm(folder, { recursive: true, force: true });
}

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiApp } from '#api/app/api-app.ts';
import { startJobs } from '#api/app/jobs/handlers.ts';
import type { JobRunner } from '#api/ground/jobs/runner.ts';
import { openServices } from '#api/app/open-services.ts';
import { prepareUsage } from '#api/domains/usage/months.ts';
import { freePort } from '#tests/support/ports.ts';
import { apiSettings } from '#tests/support/settings.ts';
import type { World } from '#tests/support/world.ts';
import { ScratchDatabases } from './scratch-database.ts';

/** An API whose jobs wait until somebody works on them, as while its workers are being restarted. */
export interface RestingWorld extends World {
  /** Lets the work begin. */
  startWork(): void;
  close(): Promise<void>;
}

/** On an empty school of its own. */
export async function startRestingWorld(): Promise<RestingWorld> {
  const databases = new ScratchDatabases();
  const databaseUrl = await databases.createPrepared();
  const dataDir = await mkdtemp(join(tmpdir(), 'manabook-resting-'));
  const settings = apiSettings({ databaseUrl, dataDir, databasePool: 5 });
  const opened = await openServices(settings);
  const { services } = opened;
  await prepareUsage(services);
  const port = await freePort();
  const server = createServer(createApiApp(services, { ready: true })).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${port}`;
  let runner: JobRunner | undefined;
  return {
    apiUrl: url,
    url,
    services,
    databaseUrl,
    startWork() {
      runner ??= startJobs(services);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await runner?.close();
      await opened.close();
      await databases.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

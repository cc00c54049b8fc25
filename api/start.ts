import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { allowTopLevel } from '#schema/rules/email.ts';
import { loadSecrets } from './accounts/secrets.ts';
import { createApiApp } from './app.ts';
import { createDatabase } from './db/client.ts';
import { prepareDatabase } from './prepare-database.ts';
import { seedDemoSchool } from './demo/seed.ts';
import { drain } from './http/drain.ts';
import { createLog } from './log.ts';
import { createSignedLinks } from './media/signed-links.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { createFolderStorage } from './storage/folder-storage.ts';

export interface RunningApi {
  /** Where it listens, without /api. */
  readonly url: string;
  readonly port: number;
  readonly services: Services;
  /** Unready at once; what is in flight gets ten seconds. */
  close(): Promise<void>;
}

/** Brings the database up to date and serves /api; the process around it belongs to the caller. */
export async function startApi(settings: Settings): Promise<RunningApi> {
  const logger = createLog(settings.logLevel);
  allowTopLevel(settings.emailTopLevelMaximum);
  // A folder that cannot be written should say so now and not at the first upload.
  const mediaFolder = join(settings.dataDir, 'media');
  await mkdir(mediaFolder, { recursive: true });
  await prepareDatabase(settings, logger);
  const database = createDatabase(settings.databaseUrl, {
    max: settings.databasePool,
    onConnectionLost: (error) => logger.warn({ err: error }, 'lost a database connection'),
  });
  const { db, pool } = database;
  const secrets = await loadSecrets(db);
  const services: Services = {
    db,
    pool,
    settings,
    secrets,
    links: createSignedLinks(secrets.links),
    storage: createFolderStorage(mediaFolder),
    logger,
  };
  if (settings.demoData) await seedDemoSchool(services);
  const life = { ready: true };
  const server = createServer(createApiApp(services, life));
  const port = await listen(server, settings);
  return {
    url: `http://${settings.host}:${port}`,
    port,
    services,
    async close() {
      await drain(server, life);
      await database.close();
    },
  };
}

async function listen(server: Server, { host, port }: Settings): Promise<number> {
  // Longer than any keep-alive in front, so that no request meets a connection being closed.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 15_000;
  server.requestTimeout = 180_000;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

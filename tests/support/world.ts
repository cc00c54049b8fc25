import { constants, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Services } from '#api/app/services.ts';
import type { Settings as ApiSettings } from '#api/ground/settings/settings.ts';
import { createLog } from '#api/ground/log.ts';
import { startApi } from '#api/app/start.ts';
import type { Settings as GatewaySettings } from '#gateway/settings.ts';
import { lastLines } from './failures/last-lines.ts';
import { forTheFile } from './for-the-file.ts';
import { freePort } from './ports.ts';
import { readFilesBuilt } from './programs.ts';
import { apiSettings } from './settings.ts';
import { administer, cloneDatabase, databaseName, databaseUrl, requiredVariable } from './template.ts';

export interface WorldOptions {
  /** Without it, only the API runs; or what is different about it. */
  readonly gateway?: boolean | Partial<GatewaySettings>;
  readonly api?: Partial<ApiSettings>;
  /** As under a launcher: called when the servers are to restart with settings that were written. */
  readonly onRestart?: () => void;
}

/** The real thing: the demo school on a database, the API, and the gateway in front. */
export interface World {
  /** Where the API listens, without /api. */
  readonly apiUrl: string;
  /** Where the gateway listens; the API's own address when there is none. */
  readonly url: string;
  readonly services: Services;
  readonly databaseUrl: string;
}

export interface WorldWithGateway extends World {
  /** Another gateway takes the place of the one that runs, as when a new version is installed. */
  changeGateway(changes: Partial<GatewaySettings>): Promise<void>;
}

export interface StartedWorld extends WorldWithGateway {
  readonly dataDir: string;
  close(): Promise<void>;
}

/** A world for one file, started before its tests and closed after them. A function gives the options at the start. */
export const ownWorld = (options?: WorldOptions | (() => WorldOptions)): WorldWithGateway =>
  reached(forTheFile(() => startWorld(typeof options === 'function' ? options() : options)));

/** A world whose every property is read from the world that `world` gives at that time. */
export const reached = (world: () => WorldWithGateway): WorldWithGateway => ({
  get apiUrl() {
    return world().apiUrl;
  },
  get url() {
    return world().url;
  },
  get services() {
    return world().services;
  },
  get databaseUrl() {
    return world().databaseUrl;
  },
  changeGateway: (changes) => world().changeGateway(changes),
});

/** Clones the run's template. Whoever starts a world closes it. */
export async function startWorld({
  gateway: withGateway = true,
  api: over = {},
  onRestart,
}: WorldOptions = {}): Promise<StartedWorld> {
  const adminUrl = requiredVariable('TEST_DATABASE_URL');
  const name = databaseName('world');
  await cloneDatabase(adminUrl, name);
  const dataDir = await mkdtemp(join(tmpdir(), 'manabook-world-'));
  // An asynchronous copy of many small files takes several times the processor time.
  cpSync(join(requiredVariable('TEST_TEMPLATE_DATA'), 'media'), join(dataDir, 'media'), {
    recursive: true,
    // Shares the template's bytes where the file system can, until one of the two is written to.
    mode: constants.COPYFILE_FICLONE,
  });

  await readFilesBuilt();
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const worldDatabase = databaseUrl(adminUrl, name);
  const api = await startApi(
    apiSettings({ databaseUrl: worldDatabase, dataDir, publicUrl, databasePool: 10, ...over }),
    {
      logger: createLog('info', { destination: lastLines }),
      launcher: onRestart && { env: { DATABASE_URL: worldDatabase, DATA_DIR: dataDir }, restart: onRestart },
    },
  );
  const changes = withGateway === true ? {} : withGateway;
  let gateway = changes ? await startGateway(api.url, port, changes) : undefined;
  return {
    apiUrl: api.url,
    get url() {
      return gateway ? publicUrl : api.url;
    },
    services: api.services,
    databaseUrl: worldDatabase,
    dataDir,
    async changeGateway(next) {
      // `fetch` keeps its connections, and would send to the next gateway over a connection that has ended.
      gateway?.server.closeIdleConnections();
      await gateway?.stop();
      await nextTurn();
      gateway = await startGateway(api.url, port, next);
    },
    async close() {
      await gateway?.stop();
      await api.close();
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startGateway(apiUrl: string, port: number, changes: Partial<GatewaySettings>) {
  // Most of the tests of /api have no gateway, and loading it takes a while.
  const [{ createApp }, { createLog: createGatewayLog }, { readSettings }] = await Promise.all([
    import('#gateway/app.ts'),
    import('#gateway/log.ts'),
    import('#gateway/settings.ts'),
  ]);
  const settings = readSettings({
    API_URL: apiUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'test',
    FREE_OPERATIONS: 'everyone',
  });
  // A busy machine may take longer for an answer than a page waits.
  const timeouts = { ...settings.timeouts, page: 3_000 };
  const gateway = await createApp({ ...settings, timeouts, ...changes }, createGatewayLog('info', lastLines));
  await gateway.start();
  return gateway;
}

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findBinaries, type Release } from './binaries.ts';
import { ask, ensureDatabase, urlOf } from './connection.ts';
import { prepareHome, type Home } from './home.ts';
import { initialise } from './initialise.ts';
import { findLeftOver } from './left-over.ts';
import { assertMajor, assertNotMoved } from './place-of-cluster.ts';
import { choosePort } from './port.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { lastLines, launch, shutDown, within, type Launch, type Server } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** The folder whose `postgres` holds, or will hold, the cluster. */
  readonly dataDir: string;
  /** False turns off crash safety, for throw-away clusters. */
  readonly durable?: boolean;
  readonly database?: string;
  /** The previous PostgreSQL release opens clusters that it created. */
  readonly release?: Release;
  readonly logFile?: string;
  /** Called with one line for the person at the terminal. */
  readonly report?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Address of the application's database, with its password. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** A running server was taken over. */
  readonly adopted: boolean;
  /** Settles when the server has ended, for whatever reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

const ATTEMPTS = 4;
const RECOVERY_MS = 10 * 60_000;

/** Returns a running PostgreSQL for a data folder: creates, starts, adopts or recovers it as needed. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, database = 'manabook', report = () => undefined } = options;
  const logFile = options.logFile ?? join(dataDir, 'logs', 'postgres.log');
  const home = await prepareHome(dataDir, report);
  await assertNotMoved(home.path);
  const binaries = await findBinaries(home.user, options.release);
  await assertMajor(home.cluster, binaries.major);
  await mkdir(dirname(logFile), { recursive: true });
  await initialise(binaries, home);

  const leftOver = await findLeftOver(home);
  const server = leftOver ?? (await launchOnFreePort({ binaries, home, durable, logFile }));
  const address = { port: server.port, password: home.password };
  try {
    await ensureDatabase(urlOf({ ...address, database: 'postgres' }), database);
  } catch (error) {
    await shutDown({ server, binaries });
    throw error;
  }
  return {
    url: urlOf({ ...address, database }),
    port: server.port,
    pid: server.pid,
    adopted: leftOver !== undefined,
    exited: server.exited,
    stop: () => shutDown({ server, binaries }),
  };
}

// Retries, since another program may take the port before PostgreSQL does, and a killed server's shared memory may be
// held for a moment.
async function launchOnFreePort(how: Omit<Launch, 'port'>): Promise<Server> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const server = await launch({ ...how, port: await choosePort(how.home.path) }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedPostgresError(`PostgreSQL does not run here: ${reason}`);
    });
    if (await untilReady(server, how.home)) return server;
    await shutDown({ server, binaries: how.binaries });
    await delay(attempt * 250);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not start. The end of ${how.logFile}:\n${await lastLines(how.logFile)}`,
  );
}

async function untilReady(server: Server, home: Home): Promise<boolean> {
  const url = urlOf({ port: server.port, password: home.password, database: 'postgres' });
  const end = Date.now() + RECOVERY_MS;
  while (Date.now() < end) {
    const answer = await ask({ url, cluster: home.cluster });
    if (answer === 'ready') return true;
    if (answer === 'foreign' || (await within(25, server.exited))) return false;
  }
  return false;
}

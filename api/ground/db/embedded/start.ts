import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitAnswer, type Patience } from './await-answer.ts';
import { findBinaries, type Release } from './binaries.ts';
import { ensureDatabase, isUsed, urlOf } from './connection.ts';
import { prepareHome } from './home.ts';
import { initialise } from './initialise.ts';
import { findLeftOver, type Finding } from './left-over.ts';
import { assertMajor, assertNotMoved } from './place-of-cluster.ts';
import { choosePort } from './port.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { lastLines, launch, shutDown, type Launch, type Server } from './server.ts';

export interface EmbeddedPostgresOptions {
  /** The folder whose `postgres` holds, or will hold, the cluster. */
  readonly dataDir: string;
  /** False turns off crash safety, for throw-away clusters. */
  readonly durable?: boolean;
  readonly database?: string;
  /** The previous PostgreSQL release opens clusters that it created. */
  readonly release?: Release;
  readonly logFile?: string;
  /**
   * The launcher alone, which holds the lock on the folder: a running server that does not answer is ended. A command
   * leaves it alone and throws, since it may be the school's.
   */
  readonly owner?: boolean;
  /** For a server that is found running; tests shorten it. */
  readonly patience?: Partial<Patience>;
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
  /** For the end of a command: stops a server that it started, unless another process, such as `npm start`, has taken it over. */
  leave(): Promise<void>;
}

const ATTEMPTS = 4;
const TEN_MINUTES_MS = 10 * 60_000;

const OWN_PATIENCE: Patience = { silent: TEN_MINUTES_MS, starting: Infinity };
const FOUND_PATIENCE: Patience = { silent: 30_000, starting: TEN_MINUTES_MS };

/** Returns a running PostgreSQL for a data folder: creates, starts, adopts or recovers it as needed. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, database = 'manabook', owner = false, report = () => undefined } = options;
  const logFile = options.logFile ?? join(dataDir, 'logs', 'postgres.log');
  const home = await prepareHome(dataDir, report);
  await assertNotMoved(home.path);
  const binaries = await findBinaries(home.user, options.release);
  await assertMajor(home.cluster, binaries.major);
  await mkdir(dirname(logFile), { recursive: true });
  await initialise(binaries, home);

  const patience = { ...FOUND_PATIENCE, ...(owner && { starting: Infinity }), ...options.patience };
  const how = { binaries, home, durable, logFile, owner, patience, report };
  const { server, adopted } = await findOrLaunch(how);
  const address = { port: server.port, password: home.password };
  const adminUrl = urlOf({ ...address, database: 'postgres' });
  const stop = () => shutDown({ server, binaries });
  try {
    await ensureDatabase({ adminUrl, name: database, patience: patience.silent });
  } catch (error) {
    // Others are using a server that was found.
    if (!adopted) await stop();
    throw error;
  }
  return {
    url: urlOf({ ...address, database }),
    port: server.port,
    pid: server.pid,
    adopted,
    exited: server.exited,
    stop,
    async leave() {
      if (adopted) return;
      // One whose connections are all taken is used; one that cannot be asked has ended.
      const used = await isUsed(adminUrl).catch((error: unknown) => error instanceof EmbeddedPostgresError);
      if (!used) await stop();
    },
  };
}

// Retries, since another program may take the port before PostgreSQL does, another process may start the cluster at the
// same moment, and a killed server's shared memory may be held for a moment.
async function findOrLaunch(how: Omit<Launch, 'port'> & Finding): Promise<{ server: Server; adopted: boolean }> {
  const { home, binaries, report } = how;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await findLeftOver(how);
    if (found) return { server: found, adopted: true };
    const server = await launch({ ...how, port: await choosePort(home.path) }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedPostgresError(`PostgreSQL does not run here: ${reason}`);
    });
    const answer = await awaitAnswer({ server, home, patience: OWN_PATIENCE, report });
    if (answer === 'ready') return { server, adopted: false };
    await shutDown({ server, binaries });
    await delay(attempt * 250);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not start. The end of ${how.logFile}:\n${await lastLines(how.logFile)}`,
  );
}

import { constants } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcesses, isRunning } from './processes.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts';

const PREFIX = 'manabook-postgres-';

interface ThrowAway {
  readonly durable?: boolean;
  /** A folder that an earlier `putAway` created: the new cluster starts as a copy of it. */
  readonly like?: string;
  /** Where its folder is made; PostgreSQL's own user must be able to pass through. The system's temporary folder, unless given. */
  readonly within?: string;
}

export interface ThrowAwayPostgres extends EmbeddedPostgres {
  /** Its folder, which goes with it, and with the next one when this process is killed. */
  readonly folder: string;
  /** Stops it, and keeps its databases in a folder that is not there yet. */
  putAway(folder: string): Promise<void>;
}

/** The parts of a cluster's folder worth copying; the rest belongs to one run. */
const kept = ['cluster', 'password'];

/**
 * Starts a cluster for one run in a temporary folder; `stop` removes it. Clusters of killed runs are removed first.
 */
export async function startThrowAwayPostgres({
  durable = false,
  like,
  within = tmpdir(),
}: ThrowAway = {}): Promise<ThrowAwayPostgres> {
  await removeForgottenClusters(within);
  const dataDir = await mkdtemp(join(within, PREFIX));
  // PostgreSQL's own user must be able to pass through the folder.
  await chmod(dataDir, 0o711);
  await writeFile(join(dataDir, 'owner'), String(process.pid));
  if (like !== undefined) await copyCluster(like, join(dataDir, 'postgres'));
  const server = await startEmbeddedPostgres({ dataDir, durable });
  return {
    ...server,
    folder: dataDir,
    async putAway(folder) {
      await server.stop();
      await copyCluster(await realpath(join(dataDir, 'postgres')), folder);
      await remove(dataDir);
    },
    stop: async () => {
      await server.stop();
      await remove(dataDir);
    },
  };
}

async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of kept)
    await cp(join(from, name), join(to, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Ends and removes the clusters of runs that were killed. */
export async function removeForgottenClusters(within = tmpdir()): Promise<void> {
  for (const name of await readdir(within)) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(within, name);
    const owner = Number(await readFile(join(dataDir, 'owner'), 'utf8').catch(() => 0));
    if (owner && !isRunning(owner)) await remove(dataDir).catch(() => undefined);
  }
}

async function remove(dataDir: string): Promise<void> {
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (home) {
    await endProcesses(join(home, 'cluster'));
    await rm(home, { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

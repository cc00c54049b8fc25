import { spawn } from 'node:child_process';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { SUPERUSER } from './connection.ts';
import { serverEnvironment } from './environment.ts';
import type { Home } from './home.ts';
import { finishUpgrade } from './place-of-cluster.ts';
import { EmbeddedPostgresError } from './problem.ts';

// In MB: a new cluster takes 60, the demo school as much again. A disk that is full to its end could not even be
// cleaned up.
const ROOM_MB = 160;

// The character classes must know more than ASCII: under "C", pg_trgm finds no words in Japanese.
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** Creates the cluster unless it exists. The cluster gets its name only when it is complete. */
export async function initialise(binaries: Binaries, home: Home): Promise<void> {
  await finishUpgrade(home.cluster);
  if (await stat(join(home.cluster, 'PG_VERSION')).catch(() => undefined)) return;
  await assertRoom(home);
  const unfinished = `${home.cluster}.new`;
  let output = '';
  for (const locale of LOCALES) {
    await rm(unfinished, { recursive: true, force: true });
    const result = await initdb({ binaries, home, locale, folder: unfinished });
    output = result.output;
    if (result.code === 0) {
      await rename(unfinished, home.cluster);
      return;
    }
    if (!/invalid locale/i.test(output)) break;
  }
  throw new EmbeddedPostgresError(`PostgreSQL could not make its data folder ${home.cluster}:\n${output.trim()}`);
}

async function assertRoom({ path }: Home): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free >= ROOM_MB) return;
  throw new EmbeddedPostgresError(
    `The disk that holds ${path} is too small to begin: ${free} MB are free, and a new database needs ${ROOM_MB} MB. Make room, or set DATA_DIR to a folder on another disk.`,
  );
}

interface Attempt {
  readonly binaries: Binaries;
  readonly home: Home;
  readonly locale: string;
  readonly folder: string;
}

function initdb({ binaries, home, locale, folder }: Attempt): Promise<{ code: number | null; output: string }> {
  const options = [
    ['--pgdata', folder],
    ['--username', SUPERUSER],
    ['--pwfile', join(home.path, 'password')],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', locale],
    ['--lc-messages', 'C'],
  ].map((pair) => pair.join('='));
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, options, { ...home.user, cwd: home.path, env: serverEnvironment() });
    let output = '';
    const collect = (chunk: Buffer) => void (output = (output + chunk.toString()).slice(-4_000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) =>
      reject(new EmbeddedPostgresError(`PostgreSQL's initdb does not run here: ${error.message}`)),
    );
    child.on('close', (code) => resolve({ code, output }));
  });
}

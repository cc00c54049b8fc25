import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOutsideHome, OUTSIDE_HOME } from './outside-home.ts';
import { EmbeddedPostgresError } from './problem.ts';
import { canReach, giveTo, serverUserFor, type ServerUser } from './server-user.ts';

/** The folder that holds one cluster with its password and its port. */
export interface Home {
  readonly path: string;
  readonly cluster: string;
  readonly password: string;
  readonly user: ServerUser | undefined;
}

/** Finds or creates `<dataDir>/postgres`, owned by the user that runs PostgreSQL. */
export async function prepareHome(dataDir: string, report: (line: string) => void): Promise<Home> {
  await mkdir(dataDir, { recursive: true });
  const place = join(dataDir, 'postgres');
  const user = await serverUserFor(place);
  const path = (await exists(place)) ? await reopen(place, user) : await create(place, user, report);
  return { path, cluster: join(path, 'cluster'), password: await passwordIn(path, user), user };
}

async function create(place: string, user: ServerUser | undefined, report: (line: string) => void): Promise<string> {
  await mkdir(place, { mode: 0o700 });
  if (!user) return realpath(place);
  await chown(place, user.uid, user.gid);
  if (await canReach({ user, path: place, execute: true })) return realpath(place);
  await rmdir(place);
  await makeOutsideHome();
  const outside = join(OUTSIDE_HOME, randomBytes(6).toString('hex'));
  await mkdir(outside, { mode: 0o700 });
  await chown(outside, user.uid, user.gid);
  await symlink(outside, place);
  report(`PostgreSQL does not run as root and its user cannot enter this folder: the database is in ${outside}.`);
  return realpath(outside);
}

async function reopen(place: string, user: ServerUser | undefined): Promise<string> {
  const path = await realpath(place).catch(() => undefined);
  if (!path) {
    throw new EmbeddedPostgresError(
      `${place} points to a folder that is not there. Put it back, or remove ${place} to begin with an empty database.`,
    );
  }
  const { uid, mode } = await stat(path);
  if (!user && process.getuid && uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${place} belongs to another user (uid ${uid}), because Manabook first ran as that user or as root. Start it that way again, or choose another DATA_DIR.`,
    );
  }
  if (user && uid !== user.uid) await giveTo(user, path);
  if (process.platform !== 'win32' && mode & 0o077) await chmod(path, 0o700);
  if (user && !(await canReach({ user, path, execute: true }))) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the user that owns the database in ${place} cannot enter that folder. Move the folder, or start Manabook as that user.`,
    );
  }
  return path;
}

async function passwordIn(home: string, user: ServerUser | undefined): Promise<string> {
  const file = join(home, 'password');
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored.trim()) return stored.trim();
  if (await exists(join(home, 'cluster'))) {
    throw new EmbeddedPostgresError(
      `The database's password is gone: ${file} is missing or empty. Put it back from a backup.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  if (user) await chown(file, user.uid, user.gid);
  return password;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

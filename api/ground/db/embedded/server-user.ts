import { execFile } from 'node:child_process';
import { lstat, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './problem.ts';

const run = promisify(execFile);

/** The unprivileged user PostgreSQL runs as when Manabook itself runs as root, which PostgreSQL refuses. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', '_postgres', 'nobody'];

/** The owner of the database, else a system user; undefined when we are not root. */
export async function serverUserFor(home: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(home).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as. Start Manabook as an ordinary user, or set DATABASE_URL.',
  );
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    );
    return uid !== undefined && gid !== undefined && uid > 0 && gid >= 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the user can reach a path. The kernel is asked, so parent folders and ACLs count. */
export async function canReach({ user, path, execute }: { user: ServerUser; path: string; execute: boolean }) {
  try {
    await run('/bin/sh', ['-c', `test -r "$0" && test ${execute ? '-x' : '-e'} "$0"`, path], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** Changes the owner of a folder and its contents to the user. */
export async function giveTo(user: ServerUser, path: string): Promise<void> {
  await lchown(path, user.uid, user.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path)) await giveTo(user, join(path, entry));
}

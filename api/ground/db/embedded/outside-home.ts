import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** PostgreSQL's folder when root's clone is in a folder that PostgreSQL's user cannot enter, such as /root. */
export const OUTSIDE_HOME = '/var/lib/manabook';

/** Creates that folder, readable by everybody whatever root's umask is. */
export async function makeOutsideHome(): Promise<void> {
  await mkdir(OUTSIDE_HOME, { recursive: true });
  await chmod(OUTSIDE_HOME, 0o755);
}

/** Makes a folder tree readable by all, and its programs executable by all. */
export async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chmod(path, entry.mode | 0o444 | (entry.isDirectory() || entry.mode & 0o100 ? 0o111 : 0));
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await openToAll(join(path, name));
}

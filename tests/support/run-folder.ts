import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '#api/ground/db/embedded/processes.ts';
import { temporaryPlace, temporaryPlaces } from '#launch/temporary-places.ts';

const prefix = 'manabook-run-';

/**
 * Makes a temporary folder for this run and its workers. The returned function removes the folder, with the files that
 * workers leave there: a worker ends without closing its world. The folders of killed runs are removed first.
 */
export async function openRunFolder(): Promise<() => Promise<void>> {
  await removeForgottenFolders();
  const folder = await mkdtemp(join(temporaryPlace(), `${prefix}${process.pid}-`));
  // PostgreSQL's own user must be able to pass through the folder.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => remove(folder);
}

/** Removes the folders of killed runs. */
export async function removeForgottenFolders(): Promise<void> {
  for (const place of temporaryPlaces())
    for (const name of await readdir(place)) {
      const [, owner] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
      if (owner !== undefined && !isRunning(Number(owner))) await remove(join(place, name)).catch(() => undefined);
    }
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

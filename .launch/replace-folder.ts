import { rename, rm } from 'node:fs/promises';
import { undefinedIfMissing } from '#api/ground/storage/remove-older.ts';

/**
 * Makes a folder's next content beside it, and then renames the one into the other's place: a server that sends the
 * folder's files goes on meanwhile. When `make` fails, the folder stays as it was.
 */
export async function replaceFolder(folder: string, make: (into: string) => Promise<void>): Promise<void> {
  const [next, before] = [`${folder}-next`, `${folder}-before`];
  await rm(next, { recursive: true, force: true });
  await make(next);
  await rm(before, { recursive: true, force: true });
  await rename(folder, before).catch(undefinedIfMissing);
  await rename(next, folder);
  await rm(before, { recursive: true, force: true });
}

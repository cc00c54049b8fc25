import { rename, rm } from 'node:fs/promises';
import { undefinedIfMissing } from '#api/ground/storage/remove-older.ts';

/**
 * Replaces a folder at once: `make` fills a new folder beside it, which is then renamed. A server can send the files of
 * the old folder meanwhile. If `make` fails, the old folder stays.
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

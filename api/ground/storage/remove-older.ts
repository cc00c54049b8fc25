import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the files of a folder that were last written before an instant. */
export async function removeOlder(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    const path = join(folder, name);
    const found = await stat(path).catch(undefinedIfMissing);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}

/** For `catch`: a missing folder is empty. */
export function noneIfMissing(error: unknown): string[] {
  undefinedIfMissing(error);
  return [];
}

/** For `catch`: a missing file is no error. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

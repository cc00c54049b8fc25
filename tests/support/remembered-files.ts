import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface RememberedFile {
  readonly bytes: Buffer;
  readonly mode: number;
  changedAt: number;
}

/** Remembers every file of a folder; gives the way to have them as they were, and no others. */
export async function rememberFiles(folder: string): Promise<() => Promise<void>> {
  const files = new Map<string, RememberedFile>();
  for (const path of await filesOf(folder)) {
    const { mode, mtimeMs } = await stat(path);
    files.set(path, { bytes: await readFile(path), mode, changedAt: mtimeMs });
  }
  return async () => {
    const there = new Set(await filesOf(folder));
    for (const path of there) if (!files.has(path)) await rm(path, { force: true });
    for (const [path, file] of files) {
      if (there.has(path) && (await stat(path)).mtimeMs === file.changedAt) continue;
      await rm(path, { force: true });
      await writeFile(path, file.bytes, { mode: file.mode });
      file.changedAt = (await stat(path)).mtimeMs;
    }
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

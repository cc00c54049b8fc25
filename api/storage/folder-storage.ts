import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { noneIfMissing, removeOlder, undefinedIfMissing } from './remove-older.ts';
import { assertStorageKey, type Storage, StoredFileMissing } from './storage.ts';

/** Files in a folder, spread over subfolders; a file is there whole and on the disk, or not at all. */
export function createFolderStorage(folder: string): Storage {
  const pathOf = (key: string): string => {
    assertStorageKey(key);
    const shard = createHash('sha256').update(key).digest('hex');
    return join(folder, shard.slice(0, 2), shard.slice(2, 4), key);
  };

  return {
    async put(key, content) {
      const path = pathOf(key);
      const arriving = join(folder, 'arriving', `${key}.${randomUUID()}`);
      await mkdir(dirname(arriving), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      try {
        // `flush` has the bytes on the disk before the file gets its name.
        const file = createWriteStream(arriving, { flags: 'wx', flush: true });
        await pipeline(content, file);
        await rename(arriving, path);
        await syncFolder(dirname(path));
        return { size: file.bytesWritten };
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const file = await open(pathOf(key)).catch(undefinedIfMissing);
      if (!file) throw new StoredFileMissing(key);
      return file.createReadStream(range);
    },

    async size(key) {
      return (await stat(pathOf(key)).catch(undefinedIfMissing))?.size;
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async *list() {
      for (const first of await shardsIn(folder))
        for (const second of await shardsIn(join(folder, first)))
          for (const key of await readdir(join(folder, first, second)).catch(noneIfMissing)) {
            const found = await stat(join(folder, first, second, key)).catch(undefinedIfMissing);
            if (found) yield { key, storedAt: found.mtime };
          }
    },

    sweepUnfinished: (before) => removeOlder(join(folder, 'arriving'), before),
  };
}

const shardsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(noneIfMissing)).filter((name) => /^[0-9a-f]{2}$/.test(name));

// A name is safe from a power cut only when its folder is on the disk too.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? new StoredFileMissing(key) : error;
      });
      return file.createReadStream(range);
    },

    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

// A name is safe from a power cut only when its folder is on the disk too.
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

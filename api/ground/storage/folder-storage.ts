import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { noneIfMissing, removeOlder, undefinedIfMissing } from './remove-older.ts';
import { assertStorageKey, isStorageKey, type Storage, StoredFileMissing } from './storage.ts';
import { markName, markText, parseMark } from './store-mark.ts';

/** Files in a folder, spread over subfolders; a file is there whole and on the disk, or not at all. */
export function createFolderStorage(folder: string): Storage {
  const quarantine = join(folder, 'quarantine');
  const pathOf = (key: string): string => {
    assertStorageKey(key);
    const shard = createHash('sha256').update(key).digest('hex');
    return join(folder, shard.slice(0, 2), shard.slice(2, 4), key);
  };
  const asidePathOf = (key: string): string => {
    assertStorageKey(key);
    return join(quarantine, key);
  };

  async function write(path: string, content: Readable): Promise<{ readonly size: number }> {
    const arriving = join(folder, 'arriving', `${randomUUID()}.part`);
    await makeFolder(dirname(arriving));
    await makeFolder(dirname(path));
    // Opened before anything is read: a stream that breaks off at once would else make the file after it is removed.
    const handle = await open(arriving, 'wx', 0o640);
    try {
      // `flush` has the bytes on the disk before the file gets its name.
      const file = handle.createWriteStream({ flush: true });
      await pipeline(content, file);
      await rename(arriving, path);
      await syncFolder(dirname(path));
      return { size: file.bytesWritten };
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
  }

  async function move(from: string, to: string): Promise<void> {
    await makeFolder(dirname(to));
    await rename(from, to).catch(undefinedIfMissing);
    await syncFolder(dirname(to));
  }

  return {
    async put(key, content) {
      return write(pathOf(key), content);
    },

    async open(key, range) {
      // Renamed between the two looks, a file would be missed: the first place is looked at once more.
      for (const path of [pathOf(key), asidePathOf(key), pathOf(key)]) {
        const file: FileHandle | undefined = await open(path).catch(undefinedIfMissing);
        if (file) return file.createReadStream(range);
      }
      throw new StoredFileMissing(key);
    },

    async size(key) {
      for (const path of [pathOf(key), asidePathOf(key), pathOf(key)]) {
        const found = await stat(path).catch(undefinedIfMissing);
        if (found) return found.size;
      }
      return undefined;
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
      await rm(asidePathOf(key), { force: true });
    },

    async *list() {
      for (const first of await shardsIn(folder))
        for (const second of await shardsIn(join(folder, first))) yield* entriesIn(join(folder, first, second));
    },

    sweepUnfinished: (before) => removeOlder(join(folder, 'arriving'), before),

    async setAside(key) {
      const now = new Date();
      // The quarantine reads the time out of the file: it is set before the move, so that no death in between ages it.
      const there = await utimes(pathOf(key), now, now).then(() => true, undefinedIfMissing);
      if (there) await move(pathOf(key), asidePathOf(key));
    },

    async bringBack(key) {
      if (await stat(pathOf(key)).catch(undefinedIfMissing)) await rm(asidePathOf(key), { force: true });
      else await move(asidePathOf(key), pathOf(key));
    },

    listSetAside: () => entriesIn(quarantine),

    async removeSetAside(key) {
      await rm(asidePathOf(key), { force: true });
    },

    async readMark() {
      const content = await readFile(join(folder, markName), 'utf8').catch(undefinedIfMissing);
      return content === undefined ? undefined : parseMark(content);
    },

    async writeMark(mark) {
      await write(join(folder, markName), Readable.from([Buffer.from(markText(mark))]));
    },

    // A folder is one installation's: its keys have no prefix, and the mark alone tells whose they are.
    isBare: () => Promise.resolve(false),
  };
}

// Children's works are for the servers and their group, and for nobody else on the machine.
const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o750 });

async function* entriesIn(path: string) {
  for (const key of await readdir(path).catch(noneIfMissing)) {
    // What an operating system or a person has put there is no file of ours.
    const found = isStorageKey(key) ? await stat(join(path, key)).catch(undefinedIfMissing) : undefined;
    if (found) yield { key, storedAt: found.mtime };
  }
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

import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { noneIfMissing, removeOlder, undefinedIfMissing } from './remove-older.ts';
import { assertStorageKey, isStorageKey, type Storage, StoredFileMissing } from './storage.ts';
import { markName, markText, parseMark } from './store-mark.ts';

/** Storage in a folder with subfolders. A file is either complete and durable, or absent. */
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
    // Opened before the stream is read: if the stream failed at once, the file would be created after its removal.
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
      // A file that moves between the two look-ups would be missed, so the first place is tried again.
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
      // The quarantine reads the time from the file. It is set before the move, so that a crash in between does not age
      // the file.
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

    async removeMark() {
      await rm(join(folder, markName), { force: true });
    },

    // A folder belongs to one installation: keys have no prefix, and the mark names the owner.
    isBare: () => Promise.resolve(false),
  };
}

// Children's works are readable by the servers' user and group only.
const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o750 });

async function* entriesIn(path: string) {
  for (const key of await readdir(path).catch(noneIfMissing)) {
    // Files of the operating system or of people are ignored.
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

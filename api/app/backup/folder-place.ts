import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { noneIfMissing, removeOlder, undefinedIfMissing } from '#api/ground/storage/remove-older.ts';
import { assertPlaceName, NotInPlace, type Place } from './place.ts';

/** Backups in a folder of this machine, which may be a mounted disk or network share. */
export function createFolderPlace(folder: string): Place {
  const pathOf = (name: string): string => {
    assertPlaceName(name);
    return join(folder, name);
  };
  async function* walk(name: string): AsyncGenerator<string> {
    const entries = await readdir(pathOf(name), { withFileTypes: true }).catch((error: unknown) => {
      noneIfMissing(error);
      return [];
    });
    for (const entry of entries) {
      const inside = `${name}/${entry.name}`;
      if (entry.isDirectory()) yield* walk(inside);
      else yield inside;
    }
  }

  return {
    title: folder,
    async put(name, content) {
      const path = pathOf(name);
      const arriving = join(folder, 'arriving', randomUUID());
      await mkdir(dirname(arriving), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      try {
        // `flush` makes the bytes durable before the file gets its name. Only the owner can read a backup.
        const file = createWriteStream(arriving, { flags: 'wx', flush: true, mode: 0o600 });
        await pipeline(content, file);
        await rename(arriving, path);
        return { size: file.bytesWritten };
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      }
    },
    async open(name) {
      const file = await open(pathOf(name)).catch(undefinedIfMissing);
      if (!file) throw new NotInPlace(name);
      return file.createReadStream();
    },
    list: walk,
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    removeUnfinished: (before) => removeOlder(join(folder, 'arriving'), before),
  };
}

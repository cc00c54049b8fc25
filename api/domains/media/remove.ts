import { smallPictureKey } from '#api/ground/media/small-picture.ts';
import type { Storage } from '#api/ground/storage/storage.ts';

/** Removes a stored file and what was made of it, for good. A file that a dying process leaves behind is swept. */
export async function removeFiles(storage: Storage, storageKey: string): Promise<void> {
  await storage.remove(storageKey);
  await storage.remove(smallPictureKey(storageKey));
}

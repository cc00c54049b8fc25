import { inArray } from 'drizzle-orm';
import { media } from '#api/db/schema.ts';
import type { Services } from '#api/services.ts';
import type { Storage } from '#api/storage/storage.ts';
import { smallPictureKey } from './small-picture.ts';

/**
 * Removes media for good: the rows, then the files and what was made of them. Whatever showed them must be gone before.
 * A file that is left behind when the process dies in between is swept.
 */
export async function removeMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const removed = await db
    .delete(media)
    .where(inArray(media.id, [...ids]))
    .returning({ storageKey: media.storageKey });
  for (const { storageKey } of removed) await removeFiles(storage, storageKey);
}

/** Removes a stored file and what was made of it. */
export async function removeFiles(storage: Storage, storageKey: string): Promise<void> {
  await storage.remove(storageKey);
  await storage.remove(smallPictureKey(storageKey));
}

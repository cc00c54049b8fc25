import type { Storage } from '#api/ground/storage/storage.ts';

/** The formats of a stored album. */
export const albumFormats = ['pdf', 'zip'] as const;
export type AlbumFormat = (typeof albumFormats)[number];

/** The storage key of an album. Every album's key has the same prefix, which works as a folder. */
export const newAlbumKey = (albumId: string): string => `album-${albumId}`;

/** The key of one of an album's files. */
export const fileKey = (storageKey: string, format: AlbumFormat): string => `${storageKey}.${format}`;

/** The keys of an album's files. */
export const albumFiles = (storageKey: string): string[] => albumFormats.map((format) => fileKey(storageKey, format));

/** The album that a key is a file of, if it is one. */
export const albumOf = (key: string): string[] => (/^album-.*\.(?:pdf|zip)$/.test(key) ? [key.slice(0, -4)] : []);

/** Removes the files of albums whose rows are gone. A sweep removes the files that a dying process leaves behind. */
export async function removeAlbumFiles(storage: Storage, storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys.flatMap(albumFiles)) await storage.remove(key);
}

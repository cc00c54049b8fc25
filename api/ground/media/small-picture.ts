import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { Storage } from '#api/ground/storage/storage.ts';
import { pictureTurn, pixelLimit } from './pictures.ts';

// A card is at most 240 px wide; tablets have two device pixels to each.
const cardPixels = 480;

export const smallPictureKey = (storageKey: string): string => `${storageKey}.small`;

const beingMade = new Map<string, Promise<number>>();

/** Makes the card-sized WebP of a stored picture unless it is there, and tells its size; requests that come meanwhile share one. */
export async function ensureSmallPicture(storage: Storage, storageKey: string): Promise<number> {
  const size = await storage.size(smallPictureKey(storageKey));
  if (size !== undefined) return size;
  const making = beingMade.get(storageKey) ?? pictureTurn(() => make(storage, storageKey));
  beingMade.set(storageKey, making);
  return making.finally(() => beingMade.delete(storageKey));
}

async function make(storage: Storage, storageKey: string): Promise<number> {
  const original = await storage.open(storageKey);
  const small = sharp({ limitInputPixels: pixelLimit })
    .resize({ width: cardPixels, height: cardPixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 });
  const [{ size }] = await Promise.all([storage.put(smallPictureKey(storageKey), small), pipeline(original, small)]);
  return size;
}

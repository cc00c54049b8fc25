import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { Storage } from '#api/ground/storage/storage.ts';
import { pictureTurn, pixelLimit } from './pictures.ts';

// Cards are at most 240 CSS pixels wide, and tablets have two device pixels per CSS pixel.
const cardPixels = 480;

export const smallPictureKey = (storageKey: string): string => `${storageKey}.small`;

const beingMade = new Map<string, Promise<number>>();

/**
 * Makes the card-sized WebP of a stored picture if it does not exist; resolves with its size. Concurrent requests share
 * the work (single flight).
 */
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

import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { Storage } from '#api/ground/storage/storage.ts';
import { pictureTurn, pixelLimit } from './pictures.ts';

/** The sizes of the WebP copies of a picture: the longer side in pixels, and the quality of the encoding (1 to 100). */
const sizes = {
  /** Cards are at most 240 CSS pixels wide, and tablets have two device pixels per CSS pixel. */
  small: { side: 480, quality: 80 },
  phone: { side: 1280, quality: 80 },
  tablet: { side: 2048, quality: 80 },
} as const;

export type PictureSize = keyof typeof sizes;

/** A stored picture; its sides are null where its size in pixels is not known. */
interface StoredPicture {
  readonly contentType: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Whether the original can be sent in place of a size. Each encoding costs sharpness. */
export const isSizedAlready = ({ contentType, width, height }: StoredPicture, size: PictureSize): boolean =>
  contentType === 'image/webp' && width !== null && height !== null && Math.max(width, height) <= sizes[size].side;

const sizeNames = Object.keys(sizes) as readonly PictureSize[];

export const sizedPictureKey = (storageKey: string, size: PictureSize): string => `${storageKey}.${size}`;

/** The storage keys of all sizes of a picture. */
export const sizedPictureKeys = (storageKey: string): string[] =>
  sizeNames.map((size) => sizedPictureKey(storageKey, size));

const anySize = new RegExp(`\\.(${sizeNames.join('|')})$`);

/** The storage key of the original, from the key of any of its sizes. Returns any other key unchanged. */
export const unsizedKey = (key: string): string => key.replace(anySize, '');

const beingMade = new Map<string, Promise<number>>();

/**
 * Makes a sized WebP of a stored picture if it does not exist; resolves with its bytes. Concurrent requests share the
 * work (single flight).
 */
export async function ensureSizedPicture(storage: Storage, storageKey: string, size: PictureSize): Promise<number> {
  const key = sizedPictureKey(storageKey, size);
  const bytes = await storage.size(key);
  if (bytes !== undefined) return bytes;
  const making = beingMade.get(key) ?? pictureTurn(() => make(storage, storageKey, size));
  beingMade.set(key, making);
  return making.finally(() => beingMade.delete(key));
}

async function make(storage: Storage, storageKey: string, size: PictureSize): Promise<number> {
  const { side, quality } = sizes[size];
  const original = await storage.open(storageKey);
  const sized = sharp({ limitInputPixels: pixelLimit })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality });
  const [stored] = await Promise.all([
    storage.put(sizedPictureKey(storageKey, size), sized),
    pipeline(original, sized),
  ]);
  return stored.size;
}

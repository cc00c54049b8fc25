import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { pixelLimit } from '#api/ground/media/pictures.ts';
import { type Storage, StoredFileMissing } from '#api/ground/storage/storage.ts';
import { animalPictures, stampPictures } from './drawings.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import type { Stamp } from '#schema/rules/replies.ts';

/** A picture as a PDF takes it. */
export interface AlbumPicture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

// 200 dots to the inch over the width of a page.
const printPixels = 1500;
const drawingPixels = 600;
const stampPixels = 160;

/** A stored picture as JPEG on white, at the size of a page; undefined when its file is gone or no picture. */
export async function printPicture(storage: Storage, storageKey: string): Promise<AlbumPicture | undefined> {
  const original = await storage.open(storageKey).then(buffer).catch(unlessMissing);
  if (!original) return undefined;
  const printed = sharp(original, { limitInputPixels: pixelLimit })
    .autoOrient()
    .resize({ width: printPixels, height: printPixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  // One damaged file must not cost a family all the others.
  return printed.then(
    ({ data, info: { width, height } }) => ({ data, width, height }),
    () => undefined,
  );
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof StoredFileMissing)) throw error;
}

export const animalPicture = (animal: AnimalName): Promise<Buffer> => drawn(animalPictures[animal], drawingPixels);
export const stampPicture = (stamp: Stamp): Promise<Buffer> => drawn(stampPictures[stamp], stampPixels);

const drawn = (svg: string, width: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * width) / 96 })
    .resize({ width })
    .png()
    .toBuffer();

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createTurns } from '#api/ground/http/turns.ts';
import { hidesMore, pictureEnd, type PictureFormat } from '#schema/rules/picture-end.ts';
import type { PreparedFile } from './formats.ts';
import { MediaRefusal } from './refusal.ts';

/** The limit of a decoded picture: 25 million pixels are some 100 MB. */
export const pixelLimit = 25_000_000;

// libvips' cache of old pictures would add to the memory of the next one.
sharp.cache(false);

/** Decoded pictures are large, so one is processed at a time. */
export const pictureTurn = createTurns({ atOnce: 1, waiting: 200 });

interface Output {
  readonly contentType: string;
  readonly extension: string;
  readonly encode: (picture: Sharp) => Sharp;
}

const asJpeg: Output = { contentType: 'image/jpeg', extension: 'jpg', encode: (it) => it.jpeg({ quality: 88 }) };
const asPng: Output = { contentType: 'image/png', extension: 'png', encode: (it) => it.png() };
const asWebp: Output = { contentType: 'image/webp', extension: 'webp', encode: (it) => it.webp({ quality: 88 }) };

// Pictures are still: only the first frame of an animation is kept.
const outputs: Record<PictureFormat, Output> = { jpeg: asJpeg, png: asPng, gif: asPng, webp: asWebp };

interface Picture {
  readonly path: string;
  readonly format: PictureFormat;
}

/** Refuses a picture that is truncated, too large, or followed by other data, without decoding it. */
export async function checkPicture({ path, format }: Picture): Promise<void> {
  const bytes = await readFile(path);
  if (pictureEnd(bytes, format) === undefined) throw broken();
  if (hidesMore(bytes, format)) throw new MediaRefusal(415, 'messages.pictureHidesMore');
  const { width, height } = await sharp(bytes).metadata().catch(asBroken);
  if (width * height > pixelLimit) throw new MediaRefusal(400, 'messages.pictureTooManyPixels');
}

/**
 * Re-encodes a checked picture as a file in `folder`: upright, in sRGB, pixels only. Metadata (location, camera,
 * thumbnail, comments, colour profile) is dropped.
 */
export async function remakePicture({ path, format }: Picture, { folder, within }: Remaking): Promise<PreparedFile> {
  const { contentType, extension, encode } = outputs[format];
  const made = join(folder, randomUUID());
  return pictureTurn(async () => {
    const upright = sharp(path, { limitInputPixels: pixelLimit, failOn: 'error' }).autoOrient();
    const sized = within === undefined ? upright : upright.resize({ ...square(within), withoutEnlargement: true });
    const { data, info } = await encode(sized).toBuffer({ resolveWithObject: true }).catch(asBroken);
    await writeFile(made, data);
    const { width, height } = info;
    return { path: made, kind: 'image', contentType, extension, width, height };
  });
}

interface Remaking {
  readonly folder: string;
  /** Pixels that neither side exceeds. */
  readonly within?: number;
}

const square = (side: number) => ({ width: side, height: side, fit: 'inside' }) as const;

const broken = () => new MediaRefusal(400, 'messages.pictureBroken');

function asBroken(): never {
  throw broken();
}

import { pictureMaximum } from '#schema/rules/files.ts';
import { hidesMore, type PictureFormat } from '#schema/rules/picture-end.ts';
import { encoded, jpegWithin, whiteCanvas } from '#web/shared/pictures/jpeg.ts';
import { isWhole, type Area } from './area.ts';

/** The user's changes to a chosen picture. */
export interface PictureEdit {
  readonly area: Area;
  /** Quarter turns to the right, 0 to 3. */
  readonly turns: number;
}

/** The chosen file and its decoded bitmap, which the browser turned upright. */
export interface ChosenPicture {
  readonly file: File;
  readonly bitmap: ImageBitmap;
}

/** The largest number of pixels that the server accepts. */
const pixelMaximum = 25_000_000;

/** Tried in this order until the file is small enough: pixels of the longer side, and the quality of a JPEG. */
const tries = [
  { side: 2560, quality: 0.88 },
  { side: 2560, quality: 0.78 },
  { side: 2048, quality: 0.75 },
  { side: 1600, quality: 0.7 },
  { side: 1200, quality: 0.6 },
] as const;

/** Width and height of a picture after its turns. */
export const turnedSize = ({ width, height }: ImageBitmap, turns: number) =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

const formats: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

// Some phones append data of their own to a photograph, which the server refuses. A drawn picture has no such data.
async function hasOtherData(file: File): Promise<boolean> {
  const format = formats[file.type];
  return format !== undefined && hidesMore(new Uint8Array(await file.arrayBuffer()), format);
}

/** Makes a file of at most 2 MB: the original if no change is needed, else the cropped and turned picture. */
export async function makePicture({ file, bitmap }: ChosenPicture, edit: PictureEdit): Promise<File> {
  const fits = file.size <= pictureMaximum && bitmap.width * bitmap.height <= pixelMaximum;
  if (fits && edit.turns === 0 && isWhole(edit.area) && !(await hasOtherData(file))) return file;
  // Drawings stay sharp as PNG; photographs would be too large.
  const sharp = file.type === 'image/png' ? await encoded(draw(bitmap, edit, tries[0].side), 'image/png') : undefined;
  if (sharp !== undefined && sharp.size <= pictureMaximum) return named(sharp, file.name, 'png');
  return named(await jpegWithin(pictureMaximum, tries, (side) => draw(bitmap, edit, side)), file.name, 'jpg');
}

/** The part of the turned picture that the area names, at most `side` pixels long. */
export function draw(bitmap: ImageBitmap, { area, turns }: PictureEdit, side: number): HTMLCanvasElement {
  const whole = turnedSize(bitmap, turns);
  const width = (whole.width * area.width) / 100;
  const height = (whole.height * area.height) / 100;
  const scale = Math.min(1, side / Math.max(width, height));
  const { canvas, context } = whiteCanvas(width * scale, height * scale);
  if (context === null) return canvas;
  context.scale(scale, scale);
  context.translate((-whole.width * area.x) / 100, (-whole.height * area.y) / 100);
  context.translate(whole.width / 2, whole.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
  return canvas;
}

const named = (blob: Blob, name: string, extension: string): File =>
  new File([blob], `${name.replace(/\.[^.]*$/, '')}.${extension}`, { type: blob.type });

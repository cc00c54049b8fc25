import { pictureMaximum } from '#schema/rules/files.ts';
import { jpegWithin, whiteCanvas } from '#web/shared/pictures/jpeg.ts';
import { UnusableFile, type PreparedWork } from './prepared-work.ts';

/** Sizes and qualities, tried in this order until the file is small enough. */
const tries = [0.88, 0.8, 0.7, 0.55, 0.4].map((quality) => ({ side: 2048, quality }));
const small = [{ side: 480, quality: 0.8 }] as const;

/** Makes a picture ready to send: upright, small, and without the location that a camera writes. */
export async function makePicture(file: File): Promise<PreparedWork> {
  if (file.type !== '' && !file.type.startsWith('image/')) throw new UnusableFile('NotPicture');
  const picture = await opened(file).catch(() => {
    throw new UnusableFile(/hei[cf]/i.test(file.type + file.name) ? 'Heic' : 'Picture');
  });
  const draw = (side: number) => drawn(picture, side);
  try {
    const whole = await jpegWithin(pictureMaximum, tries, draw);
    const thumbnail = await jpegWithin(pictureMaximum, small, draw);
    return {
      kind: 'image',
      type: 'image/jpeg',
      bytes: await whole.arrayBuffer(),
      thumbnail: await thumbnail.arrayBuffer(),
    };
  } finally {
    // A decoded photo takes about 50 MB, and a small tablet has no room for two.
    if ('close' in picture) picture.close();
  }
}

type Picture = ImageBitmap | HTMLImageElement;

/** Decodes the file upright. Some browsers decode by an img element what they cannot decode as a bitmap. */
async function opened(file: File): Promise<Picture> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    return image
      .decode()
      .then(() => image)
      .finally(() => URL.revokeObjectURL(url));
  }
}

function drawn(picture: Picture, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const { canvas, context } = whiteCanvas(picture.width * scale, picture.height * scale);
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

import jsQR from 'jsqr';
import sharp from 'sharp';
import { quietZone, type QrSymbol } from './qr-symbol.ts';

// As sure as more, and a book of a thousand codes is out in half the time.
const pixelsPerModule = 4;

/** What a reader that knows nothing of how the picture was made finds in it; undefined when it finds nothing. */
async function readPicture(picture: Buffer, width: number): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize({ width, kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), info.width, info.height, {
    inversionAttempts: 'dontInvert',
  })?.data;
}

/** Hands a picture of a symbol on when it says what it should: a code that nobody can read must not be printed. */
export async function readable(picture: Buffer, { text, size }: QrSymbol): Promise<Buffer> {
  const width = (size + 2 * quietZone) * pixelsPerModule;
  if ((await readPicture(picture, width)) !== text) throw new Error('A QR code came out unreadable');
  return picture;
}

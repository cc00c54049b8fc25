import jsQR, { type QRCode } from 'jsqr';
import sharp from 'sharp';

/** As sharp gives them, four channels to a pixel. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** What an independent reader finds in a picture of a QR code (PNG, SVG or a screenshot), or undefined. */
export async function readQrCode(picture: Buffer): Promise<string | undefined> {
  const code = await qrCodeIn(await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true }));
  return code?.data;
}

// As a camera sees it from a step away. The reader takes as many times longer for a picture in print as it has more pixels.
const size = 480;

// A camera moves until it reads. At one distance, the edges of one code in some hundred fall badly between the pixels.
const distances = [1, 0.75, 0.5];

/** What the reader finds in the picture made small, or else in the whole and from further away. */
export async function qrCodeIn(whole: Pixels): Promise<QRCode | undefined> {
  const { width, height } = whole.info;
  const longest = Math.max(width, height);
  if (longest <= size) return read(whole);
  for (const side of [size, ...distances.map((distance) => Math.round(longest * distance))]) {
    const code = read(side === longest ? whole : await resized(whole, side));
    if (code) return code;
  }
  return undefined;
}

const resized = ({ data, info: { width, height } }: Pixels, side: number): Promise<Pixels> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });

// A code in white on black is none of ours.
const read = ({ data, info: { width, height } }: Pixels): QRCode | undefined =>
  jsQR(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height, {
    inversionAttempts: 'dontInvert',
  }) ?? undefined;

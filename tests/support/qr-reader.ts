import jsQR from 'jsqr';
import sharp from 'sharp';

/** What an independent reader finds in a picture of a QR code (PNG, SVG or a screenshot), or undefined. */
export async function readQrCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

import sharp from 'sharp';
import { qrCodeIn } from './qr-reader.ts';

/** What a printed QR code is made of, measured in its pixels alone. */
export interface QrAnatomy {
  /** L, M, Q or H: 7, 15, 25 or 30 % of it may be worn off. */
  readonly level: string;
  /** White modules on each side of the code, up to the picture's edge or to what else stands there. */
  readonly quietZone: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** What stands under it; undefined where nothing does. */
  readonly beneath: Buffer | undefined;
}

// A finder pattern begins with this many dark modules, and is as wide.
const finder = 7;
// The first two of the fifteen format bits, which are masked with 101010000010010 (ISO/IEC 18004, 7.9).
const levels = new Map([
  ['11', 'L'],
  ['10', 'M'],
  ['01', 'Q'],
  ['00', 'H'],
]);

/** Takes an upright QR code apart that stands on white; fails where there is none. */
export async function anatomyOf(picture: Buffer): Promise<QrAnatomy> {
  // The density is for drawings: 24 pixels to a unit.
  const image = sharp(picture, { density: 24 * 72 }).flatten({ background: '#fff' });
  const pixels = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { data, info } = pixels;
  const { width, height } = info;
  const found = await qrCodeIn(pixels);
  if (!found) throw new Error('there is no QR code in the picture');
  const isDark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 128;
  const darkIn = (from: number, to: number) => (y: number) => {
    for (let x = from; x < to; x += 1) if (isDark(x, y)) return true;
    return false;
  };

  const top = range(0, height).find(darkIn(0, width)) ?? height;
  const left = range(0, width).find((x) => isDark(x, top)) ?? width;
  const pitch = ((range(left, width).find((x) => !isDark(x, top)) ?? width) - left) / finder;
  const modules = 17 + 4 * found.version;
  const [right, bottom] = [left + modules * pitch, top + modules * pitch];
  const isBlank = (from: number, to: number) => !range(top, bottom).some(darkIn(from, to));
  if (!isBlank(0, left) || !isBlank(right, width)) throw new Error('something stands beside the code');
  const beneath = range(bottom, height).find(darkIn(0, width));

  const bit = (column: number, row: number) =>
    isDark(left + Math.floor((column + 0.5) * pitch), top + Math.floor((row + 0.5) * pitch)) ? '1' : '0';
  const copies = [bit(0, 8) + bit(1, 8), bit(8, modules - 1) + bit(8, modules - 2)] as const;
  if (copies[0] !== copies[1]) throw new Error('the two copies of the format differ');
  const under = { left: 0, top: bottom, width, height: height - bottom };
  return {
    level: levels.get(copies[0]) ?? copies[0],
    quietZone: {
      top: top / pitch,
      right: (width - right) / pitch,
      bottom: ((beneath ?? height) - bottom) / pitch,
      left: left / pitch,
    },
    beneath: beneath === undefined ? undefined : await image.clone().extract(under).png().toBuffer(),
  };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

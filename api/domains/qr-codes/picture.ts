import jsQR from 'jsqr';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { contourPath, contoursOf } from '#api/ground/fonts/glyph-outline.ts';
import { lettersOf, widthOf } from '#api/ground/fonts/letters.ts';
import { openFont } from '#api/ground/fonts/open-font.ts';

/** The width of the white border in modules, which readers require. */
export const quietZone = 4;

/** Adjacent dark modules of a row; coordinates in modules from the top left corner, without the quiet zone. */
export interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

export interface QrSymbol {
  /** The encoded text. */
  readonly text: string;
  /** Modules per side, without the quiet zone. */
  readonly size: number;
  readonly runs: readonly Run[];
}

/** Makes a symbol with error correction level Q, which tolerates damage to a quarter of the print. */
export function qrSymbol(text: string): QrSymbol {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'Q' }).modules;
  const runs = Array.from({ length: size }, (_, y) => runsOf(data.subarray(y * size, (y + 1) * size), y)).flat();
  return { text, size, runs };
}

function runsOf(row: Uint8Array, y: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < row.length; x += 1) {
    const start = x;
    while (x < row.length && row[x] === 1) x += 1;
    if (x > start) runs.push({ x: start, y, length: x - start });
  }
  return runs;
}

// In modules; the caption begins below the quiet zone.
const caption = { size: 4, baseline: 3.6, height: 5 } as const;
const pixelsPerModule = 24;
// At this density the code of a typical URL is 5 cm wide.
const dotsPerInch = 600;

/** The code as SVG, black on white, one unit per module; the text `beneath` is below the quiet zone. */
export function qrSvg({ size, runs }: QrSymbol, beneath?: string): string {
  const side = size + 2 * quietZone;
  const height = beneath === undefined ? side : side + caption.height;
  const code = runs.map(({ x, y, length }) => `M${x + quietZone} ${y + quietZone}h${length}v1h-${length}z`).join('');
  const place = {
    centre: side / 2,
    baseline: side + caption.baseline,
    size: caption.size,
    maximumWidth: size + quietZone,
  };
  const letters = beneath === undefined ? '' : `<path d="${captionPath(beneath, place)}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${height}">` +
    `<path fill="#fff" d="M0 0h${side}v${height}H0z"/>` +
    `<path shape-rendering="crispEdges" d="${code}"/>${letters}</svg>\n`
  );
}

/** The same as PNG, large enough for a poster; whole pixels per module, so that edges are sharp. */
export async function qrPng(svg: string): Promise<Buffer> {
  const [, side = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
  // Sized in SVG units of 72 per inch; setting the density after rendering would add a colour profile.
  const unit = (pixelsPerModule * 72) / dotsPerInch;
  const sized = svg.replace('<svg ', `<svg width="${side * unit}" height="${height * unit}" `);
  return sharp(Buffer.from(sized), { density: dotsPerInch, limitInputPixels: 100_000_000 })
    .flatten()
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer();
}

interface CaptionPlace {
  readonly centre: number;
  readonly baseline: number;
  readonly size: number;
  /** Longer text is drawn smaller. */
  readonly maximumWidth: number;
}

// Text as letter outlines, since the viewer may not have the font.
function captionPath(text: string, { centre, baseline, size, maximumWidth }: CaptionPlace): string {
  const letters = lettersOf(text, 700);
  const width = widthOf(letters);
  const em = Math.min(size, maximumWidth / Math.max(width, 1));
  let pen = centre - (width * em) / 2;
  const outlines = letters.flatMap(({ file, glyph, advance }) => {
    const font = openFont(file);
    const left = pen;
    const scale = em / font.unitsPerEm;
    pen += advance * em;
    return contoursOf(font, glyph).map((contour) =>
      contourPath(contour, ({ x, y }) => `${(left + x * scale).toFixed(2)} ${(baseline - y * scale).toFixed(2)}`),
    );
  });
  return outlines.join('');
}

// Four pixels are as reliable as more, and a book of a thousand codes takes half the time.
const readingPixelsPerModule = 4;

// The text that an independent decoder reads from a picture; undefined when it reads none.
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

/** Resolves to the picture if it can be read back; throws otherwise, since an unreadable code must not be printed. */
export async function readable(picture: Buffer, { text, size }: QrSymbol): Promise<Buffer> {
  const width = (size + 2 * quietZone) * readingPixelsPerModule;
  if ((await readPicture(picture, width)) !== text) throw new Error('A QR code came out unreadable');
  return picture;
}

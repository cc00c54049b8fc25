import sharp from 'sharp';
import { captionPath } from './caption.ts';
import { quietZone, type QrSymbol } from './qr-symbol.ts';

// In modules; the letters begin where the quiet zone ends.
const caption = { size: 4, baseline: 3.6, height: 5 } as const;
const pixelsPerModule = 24;
// At this density the code of a usual address is 5 cm wide.
const dotsPerInch = 600;

/** The code as a drawing, black on white, a unit to a module; `beneath` stands under the quiet zone. */
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

/** The same drawing in pixels: wide enough for a poster, whole pixels to a module, so that no edge is blurred. */
export async function qrPng(svg: string): Promise<Buffer> {
  const [, side = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
  // In the drawing's own unit, 72 to the inch; told afterwards, the density would bring a colour profile along.
  const unit = (pixelsPerModule * 72) / dotsPerInch;
  const sized = svg.replace('<svg ', `<svg width="${side * unit}" height="${height * unit}" `);
  return sharp(Buffer.from(sized), { density: dotsPerInch, limitInputPixels: 100_000_000 })
    .flatten()
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer();
}

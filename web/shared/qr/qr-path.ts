import { create } from 'qrcode';

/** The white margin that scanners need, in modules. */
const quietZone = 4;

export interface QrPath {
  /** Modules per side, quiet zone included. */
  readonly side: number;
  /** The dark modules as an SVG path. */
  readonly path: string;
}

/** A QR code of level Q, as on printed cards. */
export function qrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: 'Q' }).modules;
  const dark = [...data.keys()].filter((index) => data[index] === 1);
  const path = dark.map((index) => `M${(index % size) + quietZone} ${Math.floor(index / size) + quietZone}h1v1h-1z`);
  return { side: size + 2 * quietZone, path: path.join('') };
}

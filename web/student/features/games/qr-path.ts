import { create } from 'qrcode';

/** White modules around the code: what readers ask for. */
const quietZone = 4;

export interface QrPath {
  /** Modules a side, the quiet zone included. */
  readonly side: number;
  /** The dark modules, as a path. */
  readonly path: string;
}

/** A code of level Q, as those in print. */
export function qrPath(text: string): QrPath {
  const { size, data } = create(text, { errorCorrectionLevel: 'Q' }).modules;
  const dark = [...data.keys()].filter((index) => data[index] === 1);
  const path = dark.map((index) => `M${(index % size) + quietZone} ${Math.floor(index / size) + quietZone}h1v1h-1z`);
  return { side: size + 2 * quietZone, path: path.join('') };
}

import QRCode from 'qrcode';

/** White modules around the code: what readers ask for. */
export const quietZone = 4;

/** A row's dark modules that touch, in modules from the symbol's top left corner, its quiet zone not counted. */
export interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

export interface QrSymbol {
  /** What it says. */
  readonly text: string;
  /** Modules a side, without the quiet zone. */
  readonly size: number;
  readonly runs: readonly Run[];
}

/** Level Q survives a quarter of the print being worn off. */
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

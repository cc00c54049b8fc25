import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { lettersOf } from '#api/ground/fonts/letters.ts';
import { trueTypeFile } from '#api/ground/fonts/open-font.ts';

const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'];
const grid = 24;

/** A sign's ink: its shape in a grid, and how wide and high it is beside the highest of its line. */
interface Shape {
  readonly cells: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** One line of capitals, digits and dashes in a picture, sign by sign, by the letters that Pango draws in the same font. */
export async function readPrint(picture: Buffer): Promise<string> {
  const known = await (learnt ??= learn());
  const shapes = await shapesOf(picture);
  return shapes
    .map((shape) => known.map(({ sign, like }) => ({ sign, far: distance(shape, like) })).sort((a, b) => a.far - b.far))
    .map(([nearest]) => nearest?.sign ?? '')
    .join('');
}

let learnt: ReturnType<typeof learn> | undefined;

async function learn(): Promise<{ sign: string; like: Shape }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'manabook-letters-'));
  const fontfile = join(folder, 'letters.ttf');
  await writeFile(fontfile, trueTypeFile(lettersOf('A', 700)[0]?.file ?? ''));
  try {
    // All in one line, so that each is as high beside the others as in print.
    const text = signs.join(' ');
    const drawn = sharp({ text: { text, font: 'Zen Kaku Gothic New Bold', fontfile, dpi: 400, rgba: true } });
    const shapes = await shapesOf(await drawn.flatten({ background: '#fff' }).png().toBuffer());
    if (shapes.length !== signs.length) throw new Error(`${signs.length} signs were drawn as ${shapes.length}`);
    return shapes.map((like, index) => ({ sign: signs[index] ?? '', like }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// Each sign stands between columns without ink.
async function shapesOf(picture: Buffer): Promise<Shape[]> {
  const image = sharp(picture).flatten({ background: '#fff' }).greyscale();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const isDark = (x: number, y: number) => (data[(y * width + x) * channels] ?? 255) < 128;
  /** The first and the last dark pixel of a column. */
  const inColumn = (x: number) => {
    let [top, bottom] = [0, height - 1];
    while (top < height && !isDark(x, top)) top += 1;
    while (bottom > top && !isDark(x, bottom)) bottom -= 1;
    return top < height ? { top, bottom } : undefined;
  };
  const stretches: { left: number; right: number; top: number; bottom: number }[] = [];
  let open = false;
  for (let x = 0; x < width; x += 1) {
    const dark = inColumn(x);
    if (!dark) open = false;
    else {
      const { top, bottom } = dark;
      const last = open ? stretches.pop() : undefined;
      const { left, ...old } = last ?? { left: x, top, bottom };
      stretches.push({ left, right: x, top: Math.min(old.top, top), bottom: Math.max(old.bottom, bottom) });
      open = true;
    }
  }
  const highest = Math.max(...stretches.map(({ top, bottom }) => bottom - top + 1));
  return stretches.map(({ left, right, top, bottom }) => {
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const cells = Array.from({ length: grid * grid }, (_, cell) => {
      const [column, row] = [cell % grid, Math.floor(cell / grid)];
      return isDark(left + Math.floor(((column + 0.5) * wide) / grid), top + Math.floor(((row + 0.5) * high) / grid));
    });
    return { cells: cells.map(Number), width: wide / highest, height: high / highest };
  });
}

function distance(one: Shape, other: Shape): number {
  const differing = one.cells.filter((cell, index) => cell !== other.cells[index]).length / one.cells.length;
  return differing + Math.abs(one.width - other.width) + Math.abs(one.height - other.height);
}

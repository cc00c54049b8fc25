import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import { paper } from './svg.ts';

const resolve = createRequire(import.meta.url).resolve;
const fonts = new Map<string, opentype.Font>();

function openFont(file: string): opentype.Font {
  const known = fonts.get(file);
  if (known) return known;
  const bytes = readFileSync(resolve(file));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(file, font);
  return font;
}

interface Slice {
  file: string;
  ranges: [first: number, last: number][];
}

let slices: Slice[] | undefined;

// The Japanese font comes in numbered slices, with a list of the characters of each: "[119]": "U+3001-3002,U+3041-307f".
function japaneseSlices(): Slice[] {
  const list: unknown = JSON.parse(readFileSync(resolve('@fontsource/zen-kaku-gothic-new/unicode.json'), 'utf8'));
  return Object.entries(list ?? {}).flatMap(([name, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    if (!number || typeof ranges !== 'string') return [];
    const file = `@fontsource/zen-kaku-gothic-new/files/zen-kaku-gothic-new-${number}-900-normal.woff`;
    return { file, ranges: ranges.split(',').map(readRange) };
  });
}

function readRange(range: string): [number, number] {
  const [first = '', last = first] = range.trim().slice(2).split('-');
  return [parseInt(first, 16), parseInt(last, 16)];
}

function fontFor(character: string): opentype.Font {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x250) return openFont('@fontsource/fredoka/files/fredoka-latin-600-normal.woff');
  slices ??= japaneseSlices();
  const slice = slices.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
  if (!slice) throw new Error(`No bundled font has the character ${character}`);
  return openFont(slice.file);
}

// The library's own path text turns coordinates such as 1e-15 into NaN, so the numbers are written here.
function outline(path: opentype.Path): string {
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return path.commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      const end = point(command.x, command.y);
      if (command.type === 'Q') return `Q${point(command.x1, command.y1)} ${end}`;
      if (command.type === 'C') return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${end}`;
      return command.type + end;
    })
    .join('');
}

function lay(text: string, size: number) {
  return [...text].map((character) => {
    const font = fontFor(character);
    const glyph = font.charToGlyph(character);
    return { glyph, advance: ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * size };
  });
}

/** How wide the words come out. */
export function widthOf(text: string, size: number): number {
  return lay(text, size).reduce((sum, { advance }) => sum + advance, 0);
}

interface Lettering {
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
}

/** Words as outlines, because the machine that renders the picture may have no font. */
export function lettering({ text, x, y, size, fill = paper.ink, anchor = 'middle' }: Lettering): string {
  const width = widthOf(text, size);
  let pen = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  const outlines = lay(text, size).map(({ glyph, advance }) => {
    const drawn = outline(glyph.getPath(pen, y, size));
    pen += advance;
    return drawn;
  });
  return `<path fill="${fill}" d="${outlines.join('')}"/>`;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { contourPath, contoursOf } from './glyph-outline.ts';
import { paper } from './svg.ts';
import type { FontTables } from './woff.ts';
import { readWoff } from './woff.ts';

const require = createRequire(import.meta.url);
const latinFont = require.resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff');
const japaneseList = require.resolve('@fontsource/zen-kaku-gothic-new/unicode.json');
const fonts = new Map<string, FontTables>();

function openFont(file: string): FontTables {
  const known = fonts.get(file);
  if (known) return known;
  const font = readWoff(readFileSync(file));
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
  const list: unknown = JSON.parse(readFileSync(japaneseList, 'utf8'));
  return Object.entries(list ?? {}).flatMap(([name, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    if (!number || typeof ranges !== 'string') return [];
    const file = join(dirname(japaneseList), 'files', `zen-kaku-gothic-new-${number}-900-normal.woff`);
    return { file, ranges: ranges.split(',').map(readRange) };
  });
}

function readRange(range: string): [number, number] {
  const [first = '', last = first] = range.trim().slice(2).split('-');
  return [parseInt(first, 16), parseInt(last, 16)];
}

function fontFor(character: string): FontTables {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x250) return openFont(latinFont);
  slices ??= japaneseSlices();
  const slice = slices.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
  if (!slice) throw new Error(`No bundled font has the character ${character}`);
  return openFont(slice.file);
}

function lay(text: string, size: number) {
  return [...text].map((character) => {
    const font = fontFor(character);
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    const scale = size / font.unitsPerEm;
    return { font, glyph, scale, advance: font.advanceOf(glyph) * scale };
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
  const outlines = lay(text, size).map(({ font, glyph, scale, advance }) => {
    const left = pen;
    pen += advance;
    return contoursOf(font, glyph)
      .map((contour) =>
        contourPath(contour, (point) => `${(left + point.x * scale).toFixed(1)} ${(y - point.y * scale).toFixed(1)}`),
      )
      .join('');
  });
  return `<path fill="${fill}" d="${outlines.join('')}"/>`;
}

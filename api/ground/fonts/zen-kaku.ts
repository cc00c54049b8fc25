import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openFont } from './open-font.ts';

export type Weight = 500 | 700 | 900;

interface Slice {
  readonly number: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const list = createRequire(import.meta.url).resolve('@fontsource/zen-kaku-gothic-new/unicode.json');
let slices: readonly Slice[] | undefined;

const fontFile = (part: string, weight: Weight): string =>
  join(dirname(list), 'files', `zen-kaku-gothic-new-${part}-${weight}-normal.woff`);

// The font has slices, with a list of each slice's characters: "[119]": "U+3001-3002,U+3041-307f".
function readSlices(): Slice[] {
  const parts: unknown = JSON.parse(readFileSync(list, 'utf8'));
  return Object.entries(parts ?? {}).flatMap(([name, ranges]) =>
    typeof ranges === 'string'
      ? [{ number: name.replace(/[[\]]/g, ''), ranges: ranges.split(',').map(readRange) }]
      : [],
  );
}

function readRange(range: string): [number, number] {
  const [first = '', last = first] = range.trim().slice(2).split('-');
  return [parseInt(first, 16), parseInt(last, 16)];
}

/** The file of the slice that holds a character, or undefined when none does. */
export function zenKakuSlice(character: string, weight: Weight): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  slices ??= readSlices();
  const fitting = slices.filter(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
  return fitting.map(({ number }) => fontFile(number, weight)).find((file) => openFont(file).glyphOf(code) !== 0);
}

/** The font file for a character, the same for nearly all characters; undefined when there is none. */
export function zenKakuFile(character: string, weight: Weight): string | undefined {
  // The main file lacks some signs of children's books (♪ ★) and the kanji of some names.
  const most = fontFile('japanese', weight);
  return openFont(most).glyphOf(character.codePointAt(0) ?? 0) === 0 ? zenKakuSlice(character, weight) : most;
}

import { openFont } from './open-font.ts';
import { type Weight, zenKakuFile } from './zen-kaku.ts';

/** A sign as a bundled font draws it. */
export interface Letter {
  readonly sign: string;
  readonly file: string;
  readonly glyph: number;
  /** In ems. */
  readonly advance: number;
}

/** The replacement for a character that no bundled font has (geta mark). */
const missing = '〓';
const letterCache = new Map<string, Letter>();

/** The glyphs of a text, with `missing` for unknown characters. */
export function lettersOf(text: string, weight: Weight): Letter[] {
  const plain = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Mn}\u{fe0f}]/gu, '');
  return [...plain].flatMap((sign) => letterOf(sign, weight) ?? letterOf(missing, weight) ?? []);
}

// Cached: a look-up searches about a thousand ranges, and a book repeats a few hundred characters.
function letterOf(sign: string, weight: Weight): Letter | undefined {
  const key = `${weight}${sign}`;
  const found = letterCache.get(key);
  if (found) return found;
  const file = zenKakuFile(sign, weight);
  if (file === undefined) return undefined;
  const font = openFont(file);
  const glyph = font.glyphOf(sign.codePointAt(0) ?? 0);
  const letter = { sign, file, glyph, advance: font.advanceOf(glyph) / font.unitsPerEm };
  letterCache.set(key, letter);
  return letter;
}

export const widthOf = (letters: readonly Letter[]): number => letters.reduce((sum, { advance }) => sum + advance, 0);

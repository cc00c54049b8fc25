import { readFileSync } from 'node:fs';
import { trueTypeOf } from './true-type.ts';
import { type FontTables, readFont, unpackWoff } from './woff.ts';

const fonts = new Map<string, FontTables>();

/** A WOFF font of this installation, read once. */
export function openFont(file: string): FontTables {
  const cachedFont = fonts.get(file);
  if (cachedFont) return cachedFont;
  const font = readFont(unpackWoff(readFileSync(file)));
  fonts.set(file, font);
  return font;
}

/** The font as an unpacked TrueType file, which documents embed; a packed one would be unpacked for each glyph. */
export const trueTypeFile = (file: string): Buffer => trueTypeOf(unpackWoff(readFileSync(file)));

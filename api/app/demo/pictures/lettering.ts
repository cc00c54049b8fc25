import { createRequire } from 'node:module';
import { contourPath, contoursOf } from '#api/ground/fonts/glyph-outline.ts';
import { openFont } from '#api/ground/fonts/open-font.ts';
import type { FontTables } from '#api/ground/fonts/woff.ts';
import { zenKakuSlice } from '#api/ground/fonts/zen-kaku.ts';
import { paper } from './svg.ts';

const latinFont = createRequire(import.meta.url).resolve('@fontsource/fredoka/files/fredoka-latin-600-normal.woff');

function fontFor(character: string): FontTables {
  if ((character.codePointAt(0) ?? 0) < 0x250) return openFont(latinFont);
  const slice = zenKakuSlice(character, 900);
  if (slice === undefined) throw new Error(`No bundled font has the character ${character}`);
  return openFont(slice);
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
  /** The y of the baseline. */
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

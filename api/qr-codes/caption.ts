import { contourPath, contoursOf } from '#api/fonts/glyph-outline.ts';
import { lettersOf, widthOf } from '#api/fonts/letters.ts';
import { openFont } from '#api/fonts/open-font.ts';

interface CaptionPlace {
  readonly centre: number;
  readonly baseline: number;
  readonly size: number;
  /** Longer text is drawn smaller. */
  readonly maximumWidth: number;
}

/** Text as the outline of its letters, because who opens the picture may not have the font. */
export function captionPath(text: string, { centre, baseline, size, maximumWidth }: CaptionPlace): string {
  const letters = lettersOf(text, 700);
  const width = widthOf(letters);
  const em = Math.min(size, maximumWidth / Math.max(width, 1));
  let pen = centre - (width * em) / 2;
  const outlines = letters.flatMap(({ file, glyph, advance }) => {
    const font = openFont(file);
    const left = pen;
    const scale = em / font.unitsPerEm;
    pen += advance * em;
    return contoursOf(font, glyph).map((contour) =>
      contourPath(contour, ({ x, y }) => `${(left + x * scale).toFixed(2)} ${(baseline - y * scale).toFixed(2)}`),
    );
  });
  return outlines.join('');
}

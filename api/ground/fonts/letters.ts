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

/** Signs that the fonts lack, each with a sign that looks the same; Unicode does not map the one to the other. */
const lookalikes: Readonly<Record<string, string>> = {
  // Windows types these for the signs of the Japanese keyboard.
  ...{ '～': '〜', '－': '−', '―': '—', '∥': '‖' },
  ...{ '‒': '–', '⋯': '…', '″': '”', '≤': '≦', '≥': '≧' },
  ...{ đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', '𠮷': '吉' },
};
const letterCache = new Map<string, Letter>();

/** The glyphs of a text, with `missing` for characters that have neither a glyph nor a plainer form with glyphs. */
export function lettersOf(text: string, weight: Weight): Letter[] {
  const plain = text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Mn}\u{fe0f}]/gu, '');
  return [...plain].flatMap(
    (sign) => letterOf(sign, weight) ?? plainerLetters(sign, weight) ?? letterOf(missing, weight) ?? [],
  );
}

// `～` is drawn as `〜`, `Ⅱ` as `II`, `ạ` as `a`.
function plainerLetters(sign: string, weight: Weight): Letter[] | undefined {
  const forms = [lookalikes[sign] ?? '', sign.normalize('NFKC'), sign.normalize('NFD').replace(/\p{Mn}/gu, '')];
  for (const form of forms) {
    const letters = [...form].map((part) => letterOf(part, weight));
    const drawn = letters.filter((letter) => letter !== undefined);
    if (drawn.length > 0 && drawn.length === letters.length) return drawn;
  }
  return undefined;
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

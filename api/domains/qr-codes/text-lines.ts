import { type Letter, lettersOf, widthOf } from '#api/ground/fonts/letters.ts';
import type { Weight } from '#api/ground/fonts/zen-kaku.ts';

interface Fitting {
  readonly weight: Weight;
  /** The font size, in the unit of `width`. */
  readonly size: number;
  readonly width: number;
  readonly lines: number;
}

// Japanese breaks between any two signs, but no line may begin with one of these (kinsoku).
const notFirst = /^[、。，．・：；？！ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ」』）】〕〉》”’,.:;?!)\]}]/u;
const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Breaks text into lines that fit. Text that does not fit into the last line is cut with an ellipsis. */
export function linesOf(text: string, { weight, size, width, lines }: Fitting): Letter[][] {
  const maximum = width / size;
  const found: Letter[][] = [];
  let line: Letter[] = [];
  for (const piece of piecesOf(lettersOf(text.replace(/\s+/g, ' ').trim(), weight))) {
    const fits = widthOf(trimmed([...line, ...piece])) <= maximum;
    // The last line takes all that is left, to be cut.
    if (!fits && line.length > 0 && found.length < lines - 1) {
      found.push(line);
      line = piece;
    } else line = [...line, ...piece];
  }
  if (line.length > 0) found.push(line);
  const dots = lettersOf('…', weight);
  return found.map((letters) => cut(trimmed(letters), maximum, dots));
}

function cut(letters: readonly Letter[], maximum: number, dots: readonly Letter[]): Letter[] {
  if (widthOf(letters) <= maximum) return [...letters];
  let width = widthOf(dots);
  const end = letters.findIndex(({ advance }) => (width += advance) > maximum);
  return [...trimmed(letters.slice(0, Math.max(1, end))), ...dots];
}

function trimmed(letters: readonly Letter[]): readonly Letter[] {
  const end = letters.findLastIndex(({ sign }) => sign !== ' ') + 1;
  return letters.slice(0, end);
}

// A word keeps the space behind it. Japanese breaks between any two signs, except before the signs of `notFirst`.
function piecesOf(letters: readonly Letter[]): Letter[][] {
  const pieces: Letter[][] = [];
  for (const letter of letters) {
    const piece = pieces.at(-1);
    const previous = piece?.at(-1)?.sign ?? '';
    const breaks = previous === ' ' || isJapanese.test(letter.sign) || isJapanese.test(previous);
    if (piece && (!breaks || letter.sign === ' ' || notFirst.test(letter.sign))) piece.push(letter);
    else pieces.push([letter]);
  }
  return pieces;
}

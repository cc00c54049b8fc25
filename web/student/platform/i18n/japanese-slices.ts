import sheetUrl from '#web/shared/i18n/japanese-font.css?url';
import { nextTask } from '#web/shared/next-task.ts';

interface Slice {
  readonly weight: string;
  readonly source: string;
  readonly unicodeRange: string;
}

const family = 'Zen Kaku Gothic New';
/** Slices per task: the font has 240 slices with about a hundred ranges each. */
const together = 20;

const seen = new Set<string>();
let sheet: Promise<Set<Slice>> | undefined;

/** Adds only the font slices that the letters need, since the font's style sheet describes 240 slices. */
export async function addSlicesFor(letters: Iterable<string>): Promise<void> {
  const codes = Array.from(letters)
    .filter((letter) => !seen.has(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);
  if (codes.length === 0) return;
  const slices = await (sheet ??= fetchSlices());
  let looked = 0;
  for (const slice of [...slices]) {
    looked += 1;
    if (looked % together === 0) await nextTask();
    const { weight, source, unicodeRange } = slice;
    if (!isNeeded(unicodeRange, codes)) continue;
    document.fonts.add(new FontFace(family, source, { weight, unicodeRange, display: 'swap' }));
    slices.delete(slice);
  }
  for (const letter of letters) seen.add(letter);
}

async function fetchSlices(): Promise<Set<Slice>> {
  try {
    const response = await fetch(sheetUrl);
    if (!response.ok) throw new Error(`the Japanese font's style sheet: ${response.status}`);
    return new Set(slicesIn(await response.text()));
  } catch (error) {
    sheet = undefined;
    throw error;
  }
}

// Matches the rules in the order in which the build writes them.
const slicesIn = (css: string): Slice[] =>
  Array.from(
    css.matchAll(/font-weight:\s*(\d+);\s*src:\s*([^;}]+);\s*unicode-range:\s*([^;}]+)/g),
    ([, weight = '', source = '', unicodeRange = '']) => ({ weight, source, unicodeRange }),
  );

// `U+FF02,U+FA12-FA6D`
function isNeeded(unicodeRange: string, codes: readonly number[]): boolean {
  return unicodeRange.split(',').some((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    return codes.some((code) => code >= first && code <= last);
  });
}

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu;

/** Loads the Japanese glyphs of a text, since Japanese names also appear on English pages. */
export function showJapanese(text: string): void {
  // Japanese pages already load the style sheet of the whole font.
  if (document.documentElement.lang === 'ja') return;
  const letters = new Set(text.match(japanese));
  if (letters.size === 0) return;
  import('./japanese-slices.ts').then(({ addSlicesFor }) => addSlicesFor(letters)).catch(() => undefined);
}

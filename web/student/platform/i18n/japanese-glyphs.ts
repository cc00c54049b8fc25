const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu;

/** Fetches the Japanese letters of a text that has any: names in Japanese stand on English pages too. */
export function showJapanese(text: string): void {
  // Where the words are Japanese, the whole font is described already.
  if (document.documentElement.lang === 'ja') return;
  const letters = new Set(text.match(japanese));
  if (letters.size === 0) return;
  import('./japanese-slices.ts').then(({ addSlicesFor }) => addSlicesFor(letters)).catch(() => undefined);
}

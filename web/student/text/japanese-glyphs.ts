const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
let asked = false;

/** Fetches the Japanese letters for a text that has any: names in Japanese stand on English pages too. */
export function showJapanese(text: string): void {
  if (asked || !japanese.test(text)) return;
  asked = true;
  import('#web/shared/i18n/japanese-font.ts').catch(() => {
    asked = false;
  });
}

const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The first name of a child whose name may have the family's too: a name in kanji or kana begins with the family's. */
export function firstNameOf(name: string): string {
  const parts = name.trim().split(/\s+/u);
  return (isJapanese.test(name) ? parts.at(-1) : parts[0]) ?? name;
}

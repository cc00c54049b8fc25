// The fixed distance in Unicode between a katakana letter and its hiragana.
const kanaStep = 0x60;

/**
 * The normal form of searched text, which ignores width, case, katakana or hiragana, and the amount of space. Stored in
 * `search_text` columns and matched with `likePattern`.
 */
export function searchText(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaStep))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The pattern for `search_text like …` that finds the term anywhere. Escapes `%`, `_` and `\` of the term. */
export function likePattern(term: string): string {
  return `%${searchText(term).replace(/[\\%_]/g, '\\$&')}%`;
}

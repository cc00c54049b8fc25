// From a katakana letter to its hiragana is one fixed step in Unicode.
const kanaStep = 0x60;

/**
 * The form in which text is searched: full and half width, case, katakana and hiragana, and the amount of space make
 * no difference. Stored in `search_text` columns, and asked for with `likePattern`.
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

/** The pattern for `search_text like …` that finds the term anywhere; `%`, `_` and `\` stand for themselves. */
export function likePattern(term: string): string {
  return `%${searchText(term).replace(/[\\%_]/g, '\\$&')}%`;
}

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** A second line, searched as well. */
  readonly detail?: string;
  /** Address of a small picture. */
  readonly picture?: string;
}

/** As the server searches: width, case and kind of kana do not matter. */
function searchForm(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The options that hold every word of the query, in their own order. */
export function matching(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const words = searchForm(query).split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = searchForm(`${option.label} ${option.detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

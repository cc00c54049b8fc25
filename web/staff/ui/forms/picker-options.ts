import { useEffect, useRef } from 'react';

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  /** A second line, searched as well. */
  readonly detail?: string;
  /** Address of a small picture. */
  readonly picture?: string;
}

/** Normalises a text as the server's search does: width, case and kind of kana do not matter. */
function searchForm(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The options that contain every word of the query, in their order. */
export function matching(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const words = searchForm(query).split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = searchForm(`${option.label} ${option.detail ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** A server-side search for the options of a picker, when there are too many to load. */
export interface PickerSource {
  /** Searches the options; `''` gives the first ones. */
  readonly onSearch: (text: string) => void;
  /** The search text of the current options; undefined before the first answer. */
  readonly answered: string | undefined;
  /** Options that are already chosen, for their labels. */
  readonly known: readonly PickerOption[];
}

/** Milliseconds from the last key to the search (section 9). */
const debounce = 500;

/** Searches at once when the list opens, then debounced while the user types, and never during an IME composition. */
export function usePickerSearch(source: PickerSource | undefined, query: string | undefined, composing: boolean): void {
  const ask = useRef<((text: string) => void) | undefined>(undefined);
  useEffect(() => {
    ask.current = source?.onSearch;
  });
  useEffect(() => {
    if (query === undefined || composing) return undefined;
    const timer = setTimeout(() => ask.current?.(query.trim()), query === '' ? 0 : debounce);
    return () => clearTimeout(timer);
  }, [query, composing]);
}

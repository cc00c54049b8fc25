import { useEffect, useRef } from 'react';
import type { PickerOption } from './picker-match.ts';

/** Where a picker's options come from when there are too many to hold: the server is asked as one types. */
export interface PickerSource {
  /** Asks for the options that fit a text; `''` for the first of all. */
  readonly onSearch: (text: string) => void;
  /** The text that the options answer; undefined before the first answer. */
  readonly answered: string | undefined;
  /** Options that are chosen somewhere, for their words alone. */
  readonly known: readonly PickerOption[];
}

/** Milliseconds after the last key (section 9). */
const debounce = 500;

/** Asks a source at once when its list opens, then a little after typing stops, and never in the middle of choosing kanji. */
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

import { useLayoutEffect, useState } from 'react';

/**
 * Begins a form anew after "save and add another": `round` is the form's `key`, `again` goes in its `saved`. The focus
 * is in the first field as soon as it is there: later, it would move away who types already.
 */
export function useAnother(): { readonly round: number; readonly again: () => void } {
  const [round, setRound] = useState(0);
  useLayoutEffect(() => {
    if (round === 0) return;
    document.querySelector<HTMLElement>('main form :is(input, textarea, select):not([type="file"])')?.focus();
  }, [round]);
  return { round, again: () => setRound((before) => before + 1) };
}

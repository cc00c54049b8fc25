import { useEffect, useState } from 'react';

/**
 * Begins a form anew after "save and add another": `round` is the form's `key`, `again` goes in its `saved`. The focus
 * is then in the first field.
 */
export function useAnother(): { readonly round: number; readonly again: () => void } {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round === 0) return;
    document.querySelector<HTMLElement>('main form :is(input, textarea, select):not([type="file"])')?.focus();
  }, [round]);
  return { round, again: () => setRound((before) => before + 1) };
}

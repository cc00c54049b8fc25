import { useEffect, type RefObject } from 'react';

/** True while an input method turns typed kana into kanji: Enter then chooses a word and submits nothing. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari ends the composition before the key arrives, and tells it by 229 alone.
  return event.isComposing || event.keyCode === 229;
}

/** Keeps a form from being submitted by the Enter that ends a composition. */
export function useComposedEnter(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
    };
    element?.addEventListener('keydown', stop);
    return () => element?.removeEventListener('keydown', stop);
  }, [form]);
}

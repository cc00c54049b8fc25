import { useEffect, type RefObject } from 'react';

/** True during an IME composition: Enter then accepts a word and submits nothing. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari ends the composition before the key event; only keyCode 229 shows it.
  return event.isComposing || event.keyCode === 229;
}

/** Keeps the Enter that ends a composition from submitting the form. */
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

import { useEffect, useLayoutEffect, useRef } from 'react';

/** The actions of keys on the board, by `KeyboardEvent.key`. */
type BoardKeys = Readonly<Record<string, () => void>>;

/** Listens to the keys of a keyboard or a presenter's clicker; not in fields, sliders and dialogs, which have their own. */
export function useBoardKeys(keys: BoardKeys): void {
  const latest = useRef(keys);
  // A layout effect runs before the next key press can arrive.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, isComposing } = event;
      if (defaultPrevented || isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest('input, select, textarea, [role=dialog]')) return;
      const act = latest.current[key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

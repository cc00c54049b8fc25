import { useEffect, useRef } from 'react';

/** Moves the focus to the panel when the focused button disappears; `step` names the panel's content. */
export function useFocusOnStep<Panel extends HTMLElement>(step: string) {
  const panel = useRef<Panel>(null);
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [step]);
  return panel;
}

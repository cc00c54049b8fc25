import { useEffect, useRef } from 'react';

/** Moves the focus to the panel when the button that had it is gone; `step` names what the panel shows. */
export function useKeptFocus<Panel extends HTMLElement>(step: string) {
  const panel = useRef<Panel>(null);
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [step]);
  return panel;
}

import { useEffect, useRef } from 'react';

/** Takes the focus to a panel whose button had it and has gone; `step` is what the panel shows now. */
export function useKeptFocus<Panel extends HTMLElement>(step: string) {
  const panel = useRef<Panel>(null);
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [step]);
  return panel;
}

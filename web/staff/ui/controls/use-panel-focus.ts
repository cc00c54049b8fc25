import { useEffect, useRef, type RefObject } from 'react';

/**
 * The ref of a section that shows its list or one of its forms. After each change of `shown` the pressed button is gone, so
 * the focus moves to the first field of the form, or to the section's heading (`tabIndex={-1}`).
 */
export function usePanelFocus(shown: string | undefined): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const place = panel.current;
    (place?.querySelector<HTMLElement>('form input') ?? place?.querySelector('h2'))?.focus();
  }, [shown]);
  return panel;
}

import { useEffect, useRef, type RefObject } from 'react';

interface CloseOutside {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Escape, a click elsewhere and focus going elsewhere close what is open. */
export function useCloseOutside({ root, open, onClose }: CloseOutside): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!open) return undefined;
    const whenOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) latest.current();
    };
    // A click on words inside gives the focus to the page around them, which is nowhere else.
    const whenElsewhere = (event: Event) => {
      if (event.target instanceof Node && !event.target.contains(root.current)) whenOutside(event);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      latest.current();
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', whenOutside);
    document.addEventListener('focusin', whenElsewhere);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', whenOutside);
      document.removeEventListener('focusin', whenElsewhere);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, root]);
}

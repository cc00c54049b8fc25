import { useEffect, useRef, type RefObject } from 'react';

interface CloseOutside {
  readonly root: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Closes an open element on Escape, on a press outside and when the focus moves outside. */
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
    // A click on text inside focuses an ancestor of `root`, which must not count as outside.
    const whenElsewhere = (event: Event) => {
      if (event.target instanceof Node && !event.target.contains(root.current)) whenOutside(event);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it would close too, with all that was typed there.
      event.stopPropagation();
      latest.current();
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', whenOutside);
    document.addEventListener('focusin', whenElsewhere);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('pointerdown', whenOutside);
      document.removeEventListener('focusin', whenElsewhere);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [open, root]);
}

import { useEffect, useState, type RefObject } from 'react';

/** True while somebody points at the element or stands in it: they are still reading. */
export function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const element = ref.current;
    const hold = () => setHeld(true);
    const release = () => setHeld(false);
    for (const name of ['pointerenter', 'focusin']) element?.addEventListener(name, hold);
    for (const name of ['pointerleave', 'focusout']) element?.addEventListener(name, release);
    return () => {
      for (const name of ['pointerenter', 'focusin']) element?.removeEventListener(name, hold);
      for (const name of ['pointerleave', 'focusout']) element?.removeEventListener(name, release);
    };
  }, [ref]);
  return held;
}

import { useEffect } from 'react';

/** Sets a class on the body for print styles, since Firefox has `:has()` only since 121. */
export function usePrintClass(name: string): void {
  useEffect(() => {
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name]);
}

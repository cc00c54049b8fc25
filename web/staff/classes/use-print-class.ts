import { useEffect } from 'react';

/** Names what is on the screen on the body, for print styles: `:has()` came with Firefox 121. */
export function usePrintClass(name: string): void {
  useEffect(() => {
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name]);
}

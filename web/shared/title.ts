import { useEffect } from 'react';

/** Names the browser's tab while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Manabook' : `${title} · Manabook`;
  }, [title]);
}

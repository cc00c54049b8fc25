import { useEffect } from 'react';

/** Sets the browser tab's title while the screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Manabook' : `${title} · Manabook`;
  }, [title]);
}

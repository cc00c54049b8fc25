import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('(max-width: 599px)');

function subscribe(listener: () => void): () => void {
  const found = query();
  found.addEventListener('change', listener);
  return () => found.removeEventListener('change', listener);
}

/** Under 600 px the navigation lies over the page. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}

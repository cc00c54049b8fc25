import { useEffect } from 'react';
import { isPreview } from '#web/student/apollo/preview.ts';

/** Milliseconds in which the page itself has come. */
const patience = 3_000;

/** Makes an opened unit useful without a network, once its page has come; never for staff who preview. */
export function useKeptUnit(hashCode: string | undefined): void {
  useEffect(() => {
    if (hashCode === undefined || !('serviceWorker' in navigator) || isPreview(window.location.search))
      return undefined;
    const left = new AbortController();
    const keep = async (): Promise<void> => {
      // Without a service worker nothing would serve what is kept.
      await navigator.serviceWorker.ready;
      if (left.signal.aborted) return;
      const { keepUnit } = await import('./keep-unit.ts');
      await keepUnit(hashCode, left.signal);
    };
    const timer = setTimeout(() => void keep().catch(() => undefined), patience);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [hashCode]);
}

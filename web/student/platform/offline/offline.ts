import { useEffect } from 'react';
import { isPreview } from '#web/student/platform/preview.ts';

/** Milliseconds before anything is fetched for offline use, so that the page loads first. */
const patience = 3_000;

/** Stores an opened unit for offline use; never during a preview of staff. */
export function useStoredUnit(hashCode: string | undefined): void {
  useEffect(() => {
    if (hashCode === undefined || !('serviceWorker' in navigator) || isPreview(window.location.search))
      return undefined;
    const left = new AbortController();
    const keep = async (): Promise<void> => {
      // Without a service worker nothing would serve the stored files.
      await navigator.serviceWorker.ready;
      if (left.signal.aborted) return;
      const { storeUnit } = await import('./store-unit.ts');
      await storeUnit(hashCode, left.signal);
    };
    const timer = setTimeout(() => void keep().catch(() => undefined), patience);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [hashCode]);
}

/** Installs the service worker when the browser supports one and the build made one. */
export function installLater(): () => void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return () => undefined;
  const timer = setTimeout(() => {
    // Without a network, or without this part of a build that is gone, the next visit installs it.
    if (navigator.onLine) void import('./install.ts').then(({ install }) => install()).catch(() => undefined);
  }, patience);
  return () => clearTimeout(timer);
}

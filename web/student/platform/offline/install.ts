import '#web/shared/script-addresses.ts';

/** Milliseconds before a failed installation is tried again. Exponential back-off doubles each wait. */
const [shortestWait, longestWait] = [30_000, 3_600_000];
let wait = shortestWait;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Registers the service worker (web/offline), and tries again when its files could not all be fetched. A browser tries
 * again only when it loads a page, and a class's tablet keeps one open for days.
 */
export async function install(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    registration.onupdatefound = () => watch(registration.installing);
    watch(registration.installing);
    // The update that the browser began while the page loaded may have failed already.
    if (registration.active) await registration.update();
  } catch {
    // Private windows and full devices refuse it; pages then need the network.
    retryLater();
  }
}

function watch(worker: ServiceWorker | null): void {
  if (!worker) return;
  let isInstalled = false;
  worker.onstatechange = () => {
    isInstalled ||= worker.state === 'installed';
    if (isInstalled) wait = shortestWait;
    if (worker.state === 'redundant' && !isInstalled) retryLater();
  };
}

function retryLater(): void {
  clearTimeout(retry);
  retry = setTimeout(() => void install(), wait);
  wait = Math.min(2 * wait, longestWait);
}

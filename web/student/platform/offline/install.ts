/** Milliseconds before an installation that failed is tried again. Each wait is twice the one before. */
let wait = 30_000;
const longestWait = 3_600_000;

/**
 * Registers the service worker (web/offline), and tries again when its files could not all be fetched. A browser tries
 * again only when it loads a page, and a class's tablet keeps one open for days.
 */
export async function install(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    registration.onupdatefound = () => watch(registration.installing);
    watch(registration.installing);
    // What the browser began as it loaded the page may have failed by now.
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
    if (worker.state === 'redundant' && !isInstalled) retryLater();
  };
}

function retryLater(): void {
  setTimeout(() => void install(), wait);
  wait = Math.min(2 * wait, longestWait);
}

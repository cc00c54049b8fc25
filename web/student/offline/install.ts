/** Milliseconds in which a first page has come: what makes the next one independent of the network can wait. */
const patience = 3_000;

/** Lets the service worker in (web/offline), where the browser has one and the build made one. */
export function installLater(): () => void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return () => undefined;
  const timer = setTimeout(() => {
    if (!navigator.onLine) return;
    // Private windows and full devices refuse; pages then need the network, as they did.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  }, patience);
  return () => clearTimeout(timer);
}

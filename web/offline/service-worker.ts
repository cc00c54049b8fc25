import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { createPartialResponse } from 'workbox-range-requests';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** The students' files of this build, each under a name that changes with it (web/build/offline-files.ts). */
declare const __OFFLINE_FILES__: PrecacheEntry[];

/** Milliseconds after which a network without a response counts as offline. */
const patience = 4_000;

const worker = globalThis as unknown as { registration: ServiceWorkerRegistration; skipWaiting(): Promise<void> };

/**
 * Milliseconds from the installation to the second call of `skipWaiting`: half of the time between two polls of a page
 * (web/student/features/board/board-link.ts), so that the poll that undid the first call does not undo the second call.
 */
const secondCallDelay = 5_000;

// A new build takes over at once: pages are loaded network-first, so the next opened page belongs to that build.
addEventListener('install', () => {
  void worker.skipWaiting();
  // Chromium stops the old worker then, but starts it again when a page requests something while it stops, and leaves it
  // active until no page has requested anything for 30 seconds, or for five minutes. A call after the installation makes
  // Chromium stop it once more.
  const { installing } = worker.registration;
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'installed') setTimeout(() => void worker.skipWaiting(), secondCallDelay);
  });
});
clientsClaim();
precacheAndRoute(__OFFLINE_FILES__, { cleanURLs: false, directoryIndex: '' });

const shell = createHandlerBoundToURL('/student.html');
registerRoute(
  new NavigationRoute(
    async (options) => {
      const fresh = await fetch(options.request, { signal: AbortSignal.timeout(patience) }).catch(() => undefined);
      // The page of a proxy or of a server that is down would hide what the device has stored.
      return fresh && fresh.status < 500 ? fresh : shell(options);
    },
    { allowlist: [/^\/(?:student(?:\/|$)|$)/] },
  ),
);

// Font slices, cached when a page first uses them; their names contain a hash of their content. With a query, one of
// them measures the network (web/student/features/check/speed.ts).
registerRoute(
  ({ url }) => url.search === '' && /^\/assets\/.+\.woff2$/.test(url.pathname),
  new CacheFirst({ cacheName: 'letters' }),
);

// Pictures and sounds of units that were opened (web/student/platform/offline/store-unit.ts); players ask for parts of them.
registerRoute(
  ({ url }) => url.pathname.startsWith('/media/'),
  async ({ request }) => {
    const kept = await caches.match(request.url, { ignoreVary: true });
    if (!kept) return fetch(request);
    return request.headers.has('range') ? createPartialResponse(request, kept) : kept;
  },
);

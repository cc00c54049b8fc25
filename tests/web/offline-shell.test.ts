import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';

type Handler = (options: { readonly request: Request }) => Promise<Response>;

const routes = vi.hoisted(() => ({ navigation: [] as unknown[] }));

// Workbox runs in a browser's service worker alone.
vi.mock('workbox-core', () => ({ clientsClaim: () => undefined }));
vi.mock('workbox-precaching', () => ({
  precacheAndRoute: () => undefined,
  createHandlerBoundToURL: () => () => Promise.resolve(new Response('the stored app')),
}));
vi.mock('workbox-routing', () => ({
  NavigationRoute: class {
    constructor(handler: unknown) {
      routes.navigation.push(handler);
    }
  },
  registerRoute: () => undefined,
}));
vi.mock('workbox-strategies', () => ({ CacheFirst: class {} }));
vi.mock('workbox-range-requests', () => ({ createPartialResponse: () => undefined }));

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('__OFFLINE_FILES__', []);
  await import('#web/offline/service-worker.ts');
  vi.unstubAllGlobals();
});

it.each([
  [200, 'from the network'],
  [404, 'from the network'],
  [500, 'the stored app'],
  [502, 'the stored app'],
  [504, 'the stored app'],
])('a page that the network answers with %i is %s', async (status, expected) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('from the network', { status })));
  onTestFinished(() => void vi.unstubAllGlobals());
  const [navigate] = routes.navigation as Handler[];
  const response = await navigate?.({ request: new Request('http://localhost/student/profiles') });
  expect(await response?.text()).toBe(expected);
});

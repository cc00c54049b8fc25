import { builtinEnvironments } from 'vitest/runtime';
import { computeStylesCheaply } from './computed-style.ts';

// What Node has too, but a document needs its own of.
const ofBrowser = [
  'navigator',
  'localStorage',
  'sessionStorage',
  'Event',
  'CustomEvent',
  'EventTarget',
  'MessageEvent',
];

// A test file's `jsdom` environment would load the servers' modules as a browser does, and put jsdom's crypto, URL and
// signals in the place of Node's. This gives a document beside Node's own globals instead. It must come before the
// testing library, which looks for the document as it is loaded.
const before = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
await builtinEnvironments.jsdom.setup(globalThis, {});
for (const [name, property] of before) {
  if (property.configurable && !ofBrowser.includes(name)) Object.defineProperty(globalThis, name, property);
}

// A desktop that nothing scrolls: jsdom lays nothing out.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
computeStylesCheaply(window);

/** Empties what the device has stored, and tells the page's stores so, as another tab's event does. */
export function forgetDevice(): void {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  // The stores have written there what they forgot.
  sessionStorage.clear();
}

const nodeFetch = globalThis.fetch;
let gateway: string | undefined;

/** Where the page's own paths lead from now on. */
export function reachGateway(url: string): void {
  gateway = url;
}

// Set before any package remembers the other one. A page has a server of its own, which Node's fetch knows nothing of.
globalThis.fetch = (input, init) => {
  const path = input instanceof Request ? input.url : input.toString();
  return nodeFetch(new URL(path, gateway), init);
};

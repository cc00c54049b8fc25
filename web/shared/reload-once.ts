import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { readStored, session, writeStored } from './storage.ts';

const key = 'reloadedFrom';
/** Milliseconds to read the message before the page reloads. */
const readingTime = 2_500;

/** A state that parts of the app claim for a while. */
interface Claims {
  readonly isClaimed: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

let reloading = false;
/** The claims on work that a reload would lose. */
let unsaved: Claims | undefined;
/** Ends the wait of a reload for the release of `unsaved`. */
let endWait: (() => void) | undefined;
const listeners = createListeners();

/** The entry's file, whose name changes with the build. */
export const loadedBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Makes every reload wait until nothing is claimed. */
export function reloadAfter(claims: Claims): void {
  unsaved = claims;
}

function waitFor(claims: Claims, tell: () => void): void {
  if (endWait) return;
  // When one part of a page hands the work to the next part, nothing is claimed for a moment.
  const look = () =>
    setTimeout(() => {
      // Without the network, the reload would open the old build again.
      if (claims.isClaimed() || !navigator.onLine || !endWait) return;
      endWait();
      reloadOnce(tell);
    });
  const unsubscribe = claims.subscribe(look);
  window.addEventListener('online', look);
  endWait = () => {
    endWait = undefined;
    unsubscribe();
    window.removeEventListener('online', look);
  };
}

/**
 * Reloads a page that is older than the server, after `tell` has shown a message. A tab reloads once per build. Returns
 * false when the page stays: a reload has not helped or cannot be remembered, or waits (`reloadAfter`). `to` is the address
 * to open after the reload.
 */
export function reloadOnce(tell: () => void, wait = readingTime, to?: string): boolean {
  if (reloading) return true;
  const stored = readStored(session, key);
  const from: unknown[] = Array.isArray(stored) ? stored : [];
  const build = loadedBuild();
  if (from.includes(build)) return false;
  if (unsaved?.isClaimed()) {
    waitFor(unsaved, tell);
    return false;
  }
  if (!writeStored(session, key, [...from, build])) return false;
  reloading = true;
  listeners.tell();
  tell();
  setTimeout(() => (to === undefined ? window.location.reload() : window.location.assign(to)), wait);
  return true;
}

/** Cancels the reload because the user stays on the page. The page can reload later. */
export function stayOnPage(): void {
  reloading = false;
  writeStored(session, key, undefined);
}

/** Whether this page is about to reload. */
export const useReloading = (): boolean => useSyncExternalStore(listeners.subscribe, () => reloading);

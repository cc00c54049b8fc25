import { useSyncExternalStore } from 'react';
import { readStored, session, writeStored } from './storage.ts';

const key = 'reloadedFrom';
/** Milliseconds to read why the page is about to go. */
const readingTime = 2_500;

let reloading = false;
const listeners = new Set<() => void>();

/** The entry's file, whose name changes with anything that the build holds. */
export const loadedBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/**
 * The page is older than the server: loads it anew, after `tell` has said so. A tab does so once for each build it has
 * shown; false when that did not help, or could not be remembered, and the page has to stay as it is. Who was on the way
 * to another page arrives there: `to` is its address.
 */
export function reloadOnce(tell: () => void, wait = readingTime, to?: string): boolean {
  if (reloading) return true;
  const stored = readStored(session, key);
  const from: unknown[] = Array.isArray(stored) ? stored : [];
  if (from.includes(loadedBuild()) || !writeStored(session, key, [...from, loadedBuild()])) return false;
  reloading = true;
  for (const listener of listeners) listener();
  tell();
  setTimeout(() => (to === undefined ? window.location.reload() : window.location.assign(to)), wait);
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this page is about to load anew. */
export const useReloading = (): boolean => useSyncExternalStore(subscribe, () => reloading);

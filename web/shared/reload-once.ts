import { useSyncExternalStore } from 'react';
import { readStored, session, writeStored } from './storage.ts';

const key = 'reloadedFrom';
/** Milliseconds to read the message before the page reloads. */
const readingTime = 2_500;

let reloading = false;
const listeners = new Set<() => void>();

/** The entry's file, whose name changes with the build. */
export const loadedBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/**
 * Reloads a page that is older than the server, after `tell` has shown a message. A tab reloads once per build. Returns
 * false when a reload has not helped or cannot be remembered, so the page stays. `to` is the address to open after the
 * reload.
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

/** Whether this page is about to reload. */
export const useReloading = (): boolean => useSyncExternalStore(subscribe, () => reloading);

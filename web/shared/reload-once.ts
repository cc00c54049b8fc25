import { useSyncExternalStore } from 'react';
import { readStored, session, writeStored } from './storage.ts';

const key = 'reloadedFrom';
/** Milliseconds to read the message before the page reloads. */
const readingTime = 2_500;

/** Resolves when the page stays after all; absent unless the page is about to reload. */
let reload: Promise<void> | undefined;
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

/** The entry's file, whose name changes with the build. */
export const loadedBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/**
 * Reloads a page that is older than the server, after `tell` has shown a message. A tab reloads once per build. Returns
 * undefined when a reload has not helped or cannot be remembered, so the page stays. Otherwise the promise resolves when
 * somebody answers the browser's question about unsaved work by staying. `to` is the address to open after the reload.
 */
export function reloadOnce(tell: () => void, wait = readingTime, to?: string): Promise<void> | undefined {
  if (reload) return reload;
  const stored = readStored(session, key);
  const from: unknown[] = Array.isArray(stored) ? stored : [];
  if (from.includes(loadedBuild()) || !writeStored(session, key, [...from, loadedBuild()])) return undefined;
  reload = new Promise<void>((stay) => {
    setTimeout(() => {
      // The browser's question holds every task. A task that runs after the question runs in a page that stays.
      const onQuestion = (event: Event) => setTimeout(() => event.defaultPrevented && stay());
      window.addEventListener('beforeunload', onQuestion, { once: true });
      if (to === undefined) window.location.reload();
      else window.location.assign(to);
    }, wait);
  }).then(() => {
    reload = undefined;
    // The reload did not happen, so the next operation that the server does not know may ask for one.
    writeStored(session, key, from);
    notify();
  });
  notify();
  tell();
  return reload;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether this page is about to reload. */
export const useReloading = (): boolean => useSyncExternalStore(subscribe, () => reload !== undefined);

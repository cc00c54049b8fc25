import { useSyncExternalStore } from 'react';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

const key = 'furigana';
const listeners = new Set<() => void>();
let shown = readStored(local, key) !== false;

/** Shows or hides the readings above kanji on this device, until somebody changes it again. */
export function setFurigana(next: boolean): void {
  shown = next;
  writeStored(local, key, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useFurigana = (): boolean => useSyncExternalStore(subscribe, () => shown);

import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/shared/listeners.ts';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

const key = 'worksToSend';
const listeners = createListeners();
let ids = stored();

function stored(): readonly string[] {
  const found = readStored(local, key);
  return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
}

function change(next: readonly string[], write = true): void {
  if (next.length === ids.length && next.every((id) => ids.includes(id))) return;
  ids = next;
  if (write) writeStored(local, key, next.length > 0 ? next : undefined);
  listeners.tell();
}

/**
 * The ids of the works that wait to be sent to a wall. Every page knows these ids; the works themselves and the code that
 * sends them are loaded only when there is an id.
 */
export const unsentWorks = {
  getState: (): readonly string[] => ids,

  subscribe: listeners.subscribe,

  note: (id: string, waits: boolean): void => {
    const others = ids.filter((one) => one !== id);
    change(waits ? [...others, id] : others);
  },

  /** Sets the ids to those in the device's store. */
  noteAll: (next: readonly string[]): void => change(next),
};

window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === key) change(stored(), false);
});
// A page in the back/forward cache gets no storage events.
window.addEventListener('pageshow', ({ persisted }) => persisted && change(stored(), false));

export const useUnsentWorks = (): readonly string[] =>
  useSyncExternalStore(unsentWorks.subscribe, unsentWorks.getState);

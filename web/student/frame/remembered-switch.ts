import { useSyncExternalStore } from 'react';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

/** Something that this device has on, until somebody turns it off. */
export interface RememberedSwitch {
  readonly isOn: () => boolean;
  readonly set: (on: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A switch that is kept under a key. */
export function rememberedSwitch(key: string): RememberedSwitch {
  const listeners = new Set<() => void>();
  let on = readStored(local, key) !== false;
  return {
    isOn: () => on,
    set(next) {
      on = next;
      writeStored(local, key, next);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSwitch = ({ subscribe, isOn }: RememberedSwitch): boolean => useSyncExternalStore(subscribe, isOn);

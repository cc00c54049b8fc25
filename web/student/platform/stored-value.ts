import { useSyncExternalStore } from 'react';
import { createListeners } from '#web/shared/listeners.ts';
import { local, readStored, writeStored } from '#web/shared/storage.ts';

interface StoredValueParts<Value> {
  readonly key: string;
  /** Parses the stored JSON, which is undefined when nothing is stored. */
  readonly parse: (stored: unknown) => Value;
  /** Merges changes that the storage refused in this tab with what another tab has stored. */
  readonly join: (mine: Value, stored: Value) => Value;
  /** The JSON to store for a value; undefined removes the key. */
  readonly format?: (value: Value) => unknown;
}

/** A value that all tabs of this browser share; in memory when the browser refuses storage. */
export interface StoredValue<Value> {
  readonly get: () => Value;
  /** The stored value now, before the browser reports another tab's change. */
  readonly latest: () => Value;
  readonly set: (next: Value) => void;
  /** Edits the stored value. An edit that returns its argument changes nothing, and the result is false. */
  readonly change: (edit: (latest: Value) => Value) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function storedValue<Value>({
  key,
  parse,
  join,
  format = (value) => value,
}: StoredValueParts<Value>): StoredValue<Value> {
  const listeners = createListeners();
  const stored = () => parse(readStored(local, key));
  let isStored = true;
  let value = stored();

  function show(next: Value): void {
    if (next === value) return;
    value = next;
    listeners.tell();
  }

  const latest = (): Value => (isStored ? stored() : join(value, stored()));

  function set(next: Value): void {
    isStored = writeStored(local, key, format(next));
    show(next);
  }

  window.addEventListener('storage', (event) => {
    // The key is null when another tab has cleared everything.
    if (event.key === null || event.key === key) show(latest());
  });
  // A page in the back/forward cache gets no storage events.
  window.addEventListener('pageshow', ({ persisted }) => persisted && show(latest()));

  return {
    get: () => value,
    latest,
    set,
    change(edit) {
      const before = latest();
      const next = edit(before);
      if (next === before) return false;
      set(next);
      return true;
    },
    subscribe: listeners.subscribe,
  };
}

/** The current value as a subscription. */
export const useStoredValue = <Value>({ subscribe, get }: Pick<StoredValue<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(subscribe, get);

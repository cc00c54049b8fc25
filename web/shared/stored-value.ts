import { useSyncExternalStore } from 'react';
import { local, readStored, writeStored } from './storage.ts';

interface StoredValueParts<Value> {
  readonly key: string;
  /** Makes the value of whatever the storage holds, which is undefined where it holds nothing. */
  readonly parse: (stored: unknown) => Value;
  /** Puts together what the storage refused to take from this tab and what another tab has stored. */
  readonly join: (mine: Value, stored: Value) => Value;
  /** What is stored of a value; undefined removes it. */
  readonly format?: (value: Value) => unknown;
}

/** A value that every tab of this browser reads and changes; works from memory where the storage refuses. */
export interface StoredValue<Value> {
  readonly get: () => Value;
  /** As it is stored at this moment, before the browser has told of another tab's change. */
  readonly latest: () => Value;
  readonly set: (next: Value) => void;
  /** Edits what is stored now. An edit that returns what it got changes nothing, and the answer is false. */
  readonly change: (edit: (latest: Value) => Value) => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function storedValue<Value>({
  key,
  parse,
  join,
  format = (value) => value,
}: StoredValueParts<Value>): StoredValue<Value> {
  const listeners = new Set<() => void>();
  const stored = () => parse(readStored(local, key));
  let isStored = true;
  let value = stored();

  function show(next: Value): void {
    if (next === value) return;
    value = next;
    for (const listener of listeners) listener();
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value as it is shown, followed. */
export const useStoredValue = <Value>({ subscribe, get }: StoredValue<Value>): Value =>
  useSyncExternalStore(subscribe, get);

/** Functions to call when something happens, with arguments of the types `Args`. */
export function createListeners<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Adds a listener; the returned function removes the listener. */
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Calls every listener, in the order in which they subscribed. */
    tell: (...args: Args): void => {
      for (const listener of listeners) listener(...args);
    },
  };
}

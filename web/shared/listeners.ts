/** Functions to call when something happens; `Args` is what they are told. */
export function createListeners<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Calls the listener until the returned function is called. */
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

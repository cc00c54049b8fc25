/** A state that holds while at least one part of the app claims it. */
export function createClaims() {
  const claims = new Set<symbol>();
  const listeners = new Set<() => void>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    /** Claims the state until the returned function is called. */
    claim: (): (() => void) => {
      const claim = Symbol('claim');
      claims.add(claim);
      notify();
      return () => {
        claims.delete(claim);
        notify();
      };
    },
    isClaimed: (): boolean => claims.size > 0,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

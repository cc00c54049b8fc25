import { createListeners } from '#web/shared/listeners.ts';

/** A state that holds while at least one part of the app claims it. */
export function createClaims() {
  const claims = new Set<symbol>();
  const listeners = createListeners();

  return {
    /** Claims the state until the returned function is called. */
    claim: (): (() => void) => {
      const claim = Symbol('claim');
      claims.add(claim);
      listeners.tell();
      return () => {
        claims.delete(claim);
        listeners.tell();
      };
    },
    isClaimed: (): boolean => claims.size > 0,
    subscribe: listeners.subscribe,
  };
}

import { useEffect } from 'react';
import { reloadAfter } from '#web/shared/reload-once.ts';
import { createClaims } from './claims.ts';

/**
 * Claimed while a child records, makes a picture or a video, or has a draft open that is not sent. A change of the page
 * would lose the work, so only the child ends it.
 */
export const workInHand = createClaims();

/** Claimed while a work is in the page's memory alone, on a device that stores none. The page may change, not reload. */
export const workInMemory = createClaims();

/** Whether a reload would lose a work. */
export const isReloadHarmful = (): boolean => workInHand.isClaimed() || workInMemory.isClaimed();

reloadAfter({
  isClaimed: isReloadHarmful,
  subscribe: (listener) => {
    const unsubscribers = [workInHand.subscribe(listener), workInMemory.subscribe(listener)];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  },
});

/** Claims the child's work while `isInHand`. */
export function useWorkInHand(isInHand: boolean): void {
  useEffect(() => (isInHand ? workInHand.claim() : undefined), [isInHand]);
}

import { useEffect } from 'react';
import { reloadAfter } from '#web/shared/reload-once.ts';
import { createClaims } from './claims.ts';

/**
 * Claimed while a child records, makes a picture or a video, or has a draft open that is not sent. A change of the page
 * would lose the work, so only the child ends it.
 */
export const workInHand = createClaims();
reloadAfter(workInHand);

/** Claims the child's work while `isInHand`. */
export function useWorkInHand(isInHand: boolean): void {
  useEffect(() => (isInHand ? workInHand.claim() : undefined), [isInHand]);
}

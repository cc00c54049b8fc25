import { useEffect, useEffectEvent, useRef } from 'react';
import type { SendState } from './sender.ts';

/** Tells a page of a work that was on its way and is gone: thrown away among those that wait, or by another tab. */
export function useThrownAway(state: SendState | undefined, onGone: () => void): void {
  const wasUnderway = useRef(false);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (wasUnderway.current && state === undefined) gone();
    wasUnderway.current = state !== undefined;
  }, [state]);
}

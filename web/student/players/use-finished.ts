import { useEffect } from 'react';
import type { Phase } from './track.ts';

/** Says once more that the child is done, whenever it was heard or seen to its end. */
export function useFinished(phase: Phase, onFinished: () => void): void {
  useEffect(() => {
    if (phase === 'ended') onFinished();
  }, [phase, onFinished]);
}

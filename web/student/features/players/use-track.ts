import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createTrack, newTrack, type Engine, type Heard, type Phase } from './track.ts';

type Start<Player> = (player: Player, tell: (heard: Heard) => void) => Engine;

const nobody = () => () => undefined;
const nothing = () => newTrack;

/**
 * A track for the element that plays it, which gets `ref`; quiet as soon as the tab is hidden, and over with the element.
 * `start` stays the same as long as it plays the same.
 */
export function useTrack<Player extends Element>(start: Start<Player>) {
  const [track, setTrack] = useState<ReturnType<typeof createTrack>>();
  const state = useSyncExternalStore(track?.subscribe ?? nobody, track?.getState ?? nothing);
  const ref = useCallback(
    (player: Player) => {
      const own = createTrack((tell) => start(player, tell));
      setTrack(own);
      return () => {
        own.end();
        setTrack(undefined);
      };
    },
    [start],
  );
  useEffect(() => {
    const hide = () => document.hidden && track?.pause();
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [track]);
  return { ref, track, state };
}

/** Says once more that the child is done, whenever it was heard or seen to its end. */
export function useFinished(phase: Phase, onFinished: () => void): void {
  useEffect(() => {
    if (phase === 'ended') onFinished();
  }, [phase, onFinished]);
}

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { createTrack, newTrack, type Engine, type EngineReport, type Phase } from './track.ts';

type Start<Player> = (player: Player, report: (heard: EngineReport) => void) => Engine;

const nobody = () => () => undefined;
const nothing = () => newTrack;

/**
 * A track for the element that receives `ref`. It pauses when the tab is hidden and ends with the element. `start` must
 * stay the same function for the same content.
 */
export function useTrack<Player extends Element>(start: Start<Player>) {
  const [track, setTrack] = useState<ReturnType<typeof createTrack>>();
  const state = useSyncExternalStore(track?.subscribe ?? nobody, track?.getState ?? nothing);
  const ref = useCallback(
    (player: Player) => {
      const own = createTrack((report) => start(player, report));
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

/** Calls `onFinished` each time playback reaches the end. */
export function useFinished(phase: Phase, onFinished: () => void): void {
  useEffect(() => {
    if (phase === 'ended') onFinished();
  }, [phase, onFinished]);
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createSoundPlayer, type Sound } from './sound-player.ts';

/** A player for the sounds of one page, while the page is shown; quiet as soon as the tab is hidden. */
export function useSoundPlayer(sounds: readonly Sound[]) {
  const [player] = useState(createSoundPlayer);
  const place = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(player.subscribe, player.getState);

  useEffect(() => {
    place.current?.append(player.audio);
    const hide = () => document.hidden && player.stop();
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [player]);

  useEffect(() => {
    player.open(sounds);
    return () => player.close();
  }, [player, sounds]);

  return { player, state, place };
}

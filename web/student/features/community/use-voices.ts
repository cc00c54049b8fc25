import { useState } from 'react';
import { type Sound, useSoundPlayer } from '#web/shared/players/sound-player.ts';
import type { Post } from './with-wall.tsx';
import type { Voice } from './post-voice.tsx';

/** Plays the recordings of a page's posts, one at a time. */
export function useVoices(posts: readonly Post[]) {
  const [tapped, setTapped] = useState<string | null>(null);
  const { player, state, place } = useSoundPlayer(useSounds(posts));
  const voiceOf = ({ id }: Post): Voice => ({
    playing: state.playing === id,
    failed: state.failed && tapped === id,
    play: () => {
      setTapped(id);
      player.play(id);
    },
    stop: player.stop,
  });
  return { voiceOf, place };
}

/** Returns the same list while the sounds are the same, since a changed count must not stop playback. */
function useSounds(posts: readonly Post[]): readonly Sound[] {
  const sounds = posts.flatMap(soundOf);
  const [kept, keep] = useState(sounds);
  if (kept.length === sounds.length && kept.every((sound, index) => sound.url === sounds[index]?.url)) return kept;
  keep(sounds);
  return sounds;
}

/** Sounds are fetched on a tap: a wall may hold a hundred of them. */
const soundOf = ({ id, recording }: Post): readonly Sound[] =>
  recording ? [{ id, url: recording.url, own: true }] : [];

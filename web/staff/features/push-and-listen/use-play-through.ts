import { useCallback, useEffect, useRef, useState } from 'react';

interface Sound {
  readonly id: string;
  readonly audioUrl: string;
}

/** Milliseconds of quiet between two sounds. */
const pause = 400;

/** Plays one sound, or all of them in their order, through one audio element of the page. */
export function usePlayThrough(sounds: readonly Sound[]) {
  const audio = useRef<HTMLAudioElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [playing, setPlaying] = useState<string>();
  const [all, setAll] = useState(false);
  const [failed, setFailed] = useState<string>();

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    audio.current?.pause();
    setPlaying(undefined);
    setAll(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);

  function start(sound: Sound | undefined, goOn: boolean): void {
    clearTimeout(timer.current);
    if (sound === undefined || audio.current === null) return stop();
    setPlaying(sound.id);
    setAll(goOn);
    setFailed(undefined);
    audio.current.src = sound.audioUrl;
    audio.current.play().catch((error: unknown) => {
      // Starting the next sound aborts `play` of the current sound, which is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setFailed(sound.id);
      stop();
    });
  }

  function onEnded(): void {
    const next = all ? sounds[sounds.findIndex(({ id }) => id === playing) + 1] : undefined;
    if (next === undefined) stop();
    else timer.current = setTimeout(() => start(next, true), pause);
  }

  return {
    /** The props of the audio element that plays all sounds. */
    element: { ref: audio, onEnded },
    playing,
    all,
    failed,
    /** Plays a sound; stops the sound if it is already playing. */
    play: (id: string) =>
      id === playing
        ? stop()
        : start(
            sounds.find((one) => one.id === id),
            false,
          ),
    playAll: () => start(sounds[0], true),
    stop,
  };
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createListeners } from '#web/shared/listeners.ts';
import { isCutShort, isSameFile } from './load-again.ts';

/** A sound to play, with its id and address. */
export interface Sound {
  readonly id: string;
  readonly url: string;
  /** A child's own recording: fetched on a tap instead of with the page, and never slowed down. */
  readonly own?: boolean;
}

export interface PlayerState {
  /** The id of the sound that plays. */
  readonly playing: string | null;
  /** All sounds play one after the other. */
  readonly all: boolean;
  readonly slow: boolean;
  /** True while the sound, or the sequence, starts again at its end. */
  readonly repeat: boolean;
  /** The ids of sounds that played to their end. */
  readonly heard: ReadonlySet<string>;
  /** The last tap failed to play a sound. */
  readonly failed: boolean;
}

const slowRate = 0.7;

/** Milliseconds of silence between two sounds in a sequence. */
const pause = 500;

const isSame = (one: Sound, other: Sound): boolean => one.id === other.id && isSameFile(one.url, other.url);

/** Plays one sound at a time through one audio element, since iPads continue a sequence without a tap only that way. */
export function createSoundPlayer() {
  const audio = new Audio();
  audio.preload = 'auto';
  const listeners = createListeners();
  const fetched = new Map<string, string>();
  let sounds: readonly Sound[] = [];
  let opened = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The sound that the last tap failed to play. */
  let missed: (Sound & { readonly all: boolean }) | undefined;
  let state: PlayerState = { playing: null, all: false, slow: false, repeat: false, heard: new Set(), failed: false };

  function change(next: Partial<PlayerState>): void {
    state = { ...state, ...next };
    listeners.tell();
  }

  /** Prefetches the sound with the page, so that a tap does not wait for the network. */
  async function fetchAhead({ id, url }: Sound, signal: AbortSignal): Promise<void> {
    try {
      const response = await fetch(url, { signal });
      if (response.ok) fetched.set(id, URL.createObjectURL(await response.blob()));
    } catch {
      // The tap uses the address itself.
    }
  }

  function forget(id: string): void {
    URL.revokeObjectURL(fetched.get(id) ?? '');
    fetched.delete(id);
  }

  function start(id: string, all: boolean): void {
    clearTimeout(timer);
    const sound = sounds.find((one) => one.id === id);
    if (!sound) return;
    missed = undefined;
    audio.src = fetched.get(id) ?? sound.url;
    audio.defaultPlaybackRate = rateOf(sound);
    audio.playbackRate = audio.defaultPlaybackRate;
    change({ playing: id, all, failed: false });
    audio.play().catch((error: unknown) => {
      if (!isCutShort(error) && state.playing === id) fail();
    });
  }

  /** The playing sound failed, at its start or in the middle. */
  function fail(): void {
    const sound = sounds.find(({ id }) => id === state.playing);
    if (!sound) return;
    missed = { ...sound, all: state.all };
    change({ playing: null, all: false, failed: true });
  }

  /** The sound that follows a finished sound; undefined at the end of the playback. */
  function followingOf(ended: string): Sound | undefined {
    const at = sounds.findIndex(({ id }) => id === ended);
    if (at === -1) return undefined;
    if (!state.all) return state.repeat ? sounds[at] : undefined;
    return sounds[at + 1] ?? (state.repeat ? sounds[0] : undefined);
  }

  const rateOf = ({ own }: Sound): number => (state.slow && !own ? slowRate : 1);

  function stop(): void {
    clearTimeout(timer);
    audio.pause();
    change({ playing: null, all: false });
  }

  audio.addEventListener('error', fail);
  // The device also pauses a sound, for a call. At the end of a sound, `pause` comes before `ended`.
  audio.addEventListener('pause', () => {
    if (audio.paused && !audio.ended && state.playing !== null) stop();
  });
  audio.addEventListener('ended', () => {
    const { playing, all } = state;
    if (playing === null) return;
    const heardIds = new Set(state.heard).add(playing);
    const following = followingOf(playing);
    if (!following) return change({ heard: heardIds, playing: null, all: false });
    // The repeated sound stays the playing one in the pause.
    change({ heard: heardIds, playing: following.id === playing ? playing : null });
    timer = setTimeout(() => {
      // Repeating may have been switched off in the pause.
      const next = followingOf(playing);
      if (next) start(next.id, all);
      else stop();
    }, pause);
  });

  return {
    /** The audio element, which the page must contain. */
    audio,
    getState: (): PlayerState => state,

    subscribe: listeners.subscribe,

    /** Sets the sounds of a page in their order. A sound that stays plays on, and is not fetched again. */
    open(next: readonly Sound[]): void {
      opened.abort();
      opened = new AbortController();
      const kept = sounds.filter((sound) => next.some((one) => isSame(one, sound))).map(({ id }) => id);
      if (state.playing !== null && !kept.includes(state.playing)) stop();
      for (const id of [...fetched.keys()]) if (!kept.includes(id)) forget(id);
      sounds = next;
      // The failed sound's address had expired; the renewed address is played at once.
      const renewed = sounds.find(({ id, url }) => id === missed?.id && url !== missed.url);
      if (renewed) forget(renewed.id);
      for (const sound of sounds) if (!sound.own && !fetched.has(sound.id)) void fetchAhead(sound, opened.signal);
      if (renewed && missed) start(renewed.id, missed.all);
    },

    /** A second tap on the playing sound starts it again. */
    play: (id: string): void => start(id, false),

    playAll(): void {
      const [first] = sounds;
      if (first) start(first.id, true);
    },

    stop,

    setSlow(slow: boolean): void {
      change({ slow });
      const sound = sounds.find(({ id }) => id === state.playing);
      if (sound) audio.playbackRate = rateOf(sound);
    },

    setRepeat(repeat: boolean): void {
      change({ repeat });
    },

    close(): void {
      stop();
      opened.abort();
      for (const id of [...fetched.keys()]) forget(id);
      sounds = [];
    },
  };
}

export type SoundPlayer = ReturnType<typeof createSoundPlayer>;

/** A player for the sounds of one page while the page is shown. Stops when the tab is hidden. */
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

  useEffect(() => () => player.close(), [player]);
  useEffect(() => player.open(sounds), [player, sounds]);

  return { player, state, place };
}

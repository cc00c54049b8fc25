import { createListeners } from '#web/shared/listeners.ts';

/** The state of playback. `blocked`: the player did not load; `broken`: the content cannot be played. */
export type Phase = 'waiting' | 'playing' | 'paused' | 'ended' | 'blocked' | 'broken';

/** Playback rates. */
export const rates = [0.5, 0.75, 1, 1.25] as const;
export type Rate = (typeof rates)[number];

/** A repeated part, in seconds. `to` is null until the child marks the end. */
export interface Part {
  readonly from: number;
  readonly to: number | null;
}

export interface TrackState {
  readonly phase: Phase;
  /** The position in seconds. */
  readonly time: number;
  /** The length in seconds; 0 until known. */
  readonly duration: number;
  readonly rate: Rate;
  readonly part: Part | null;
}

/** The state before the engine reports anything. */
export const newTrack: TrackState = { phase: 'waiting', time: 0, duration: 0, rate: 1, part: null };

/** A report of an engine. */
export type EngineReport = Partial<Pick<TrackState, 'phase' | 'time' | 'duration'>>;

/** The player behind a track: an audio element or YouTube's player. */
export interface Engine {
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setRate: (rate: Rate) => void;
  readonly end: () => void;
}

/** The shortest part in seconds; a shorter one would stutter. */
const shortest = 1;

/** A song or a video with its controls. `start` makes the engine, which reports its state. */
export function createTrack(start: (report: (report: EngineReport) => void) => Engine) {
  const listeners = createListeners();
  let state = newTrack;

  function change(next: Partial<TrackState>): void {
    state = { ...state, ...next };
    listeners.tell();
  }

  const engine = start((report) => {
    change(report);
    const { part, time, phase } = state;
    if (!part || part.to === null) return;
    if (phase === 'ended' || (phase === 'playing' && time >= part.to)) goTo(part.from);
  });

  function goTo(seconds: number): void {
    const time = Math.max(0, state.duration > 0 ? Math.min(seconds, state.duration) : seconds);
    change({ time });
    engine.seek(time);
    if (state.phase === 'ended') engine.play();
  }

  return {
    getState: (): TrackState => state,

    subscribe: listeners.subscribe,

    play: (): void => (state.phase === 'ended' ? goTo(0) : engine.play()),
    pause: (): void => engine.pause(),
    goTo,

    setRate(rate: Rate): void {
      engine.setRate(rate);
      change({ rate });
    },

    /** The first call marks the start of the repeated part, the second its end; the third clears it. */
    markPart(): void {
      const { part, time } = state;
      if (part === null) return change({ part: { from: time, to: null } });
      if (part.to !== null) return change({ part: null });
      // The child may mark the end before the start.
      const [from, to] = part.from < time ? [part.from, time] : [time, part.from];
      change({ part: { from, to: Math.max(to, from + shortest) } });
      goTo(from);
    },

    end: (): void => engine.end(),
  };
}

export type Track = ReturnType<typeof createTrack>;

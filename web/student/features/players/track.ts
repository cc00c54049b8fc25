/** What a song or a film is doing. `blocked`: nothing came of it; `broken`: it came and cannot be played. */
export type Phase = 'waiting' | 'playing' | 'paused' | 'ended' | 'blocked' | 'broken';

/** How fast, as a share of the usual speed. */
export const rates = [0.5, 0.75, 1, 1.25] as const;
export type Rate = (typeof rates)[number];

/** A stretch that is repeated, in seconds; its end is not chosen yet while it is null. */
export interface Part {
  readonly from: number;
  readonly to: number | null;
}

export interface TrackState {
  readonly phase: Phase;
  /** Where it is, in seconds. */
  readonly time: number;
  /** How long it is, in seconds; 0 while nobody knows. */
  readonly duration: number;
  readonly rate: Rate;
  readonly part: Part | null;
}

/** Of which nothing is known yet. */
export const newTrack: TrackState = { phase: 'waiting', time: 0, duration: 0, rate: 1, part: null };

/** What an engine tells about its song or film. */
export type Heard = Partial<Pick<TrackState, 'phase' | 'time' | 'duration'>>;

/** What plays: the browser's own audio, or the player of a film. */
export interface Engine {
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setRate: (rate: Rate) => void;
  readonly end: () => void;
}

/** Seconds: shorter, a part is a stutter. */
const shortest = 1;

/** A song or a film with its controls; `start` makes the engine, which tells what it does. */
export function createTrack(start: (tell: (heard: Heard) => void) => Engine) {
  const listeners = new Set<() => void>();
  let state = newTrack;

  function change(next: Partial<TrackState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const engine = start((heard) => {
    change(heard);
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

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    play: (): void => (state.phase === 'ended' ? goTo(0) : engine.play()),
    pause: (): void => engine.pause(),
    goTo,

    setRate(rate: Rate): void {
      engine.setRate(rate);
      change({ rate });
    },

    /** The first time from here, the second time to here, and then no more. */
    markPart(): void {
      const { part, time } = state;
      if (part === null) return change({ part: { from: time, to: null } });
      if (part.to !== null) return change({ part: null });
      // Whoever went back in between means the same stretch.
      const [from, to] = part.from < time ? [part.from, time] : [time, part.from];
      change({ part: { from, to: Math.max(to, from + shortest) } });
      goTo(from);
    },

    end: (): void => engine.end(),
  };
}

export type Track = ReturnType<typeof createTrack>;

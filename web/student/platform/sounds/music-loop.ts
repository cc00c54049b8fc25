/** Samples per second; every tone of the loop is far below half of it. */
export const loopRate = 16_000;

/** Seconds per beat. */
const beat = 0.9;
const beatsInBar = 4;

/** Eight bars. Pitches are MIDI numbers: the bass, four plucked notes, and a melody in which 0 is a rest. */
const bars = [
  { bass: 48, plucked: [60, 64, 67, 64], melody: [76, 0, 79, 0] },
  { bass: 45, plucked: [57, 60, 64, 60], melody: [72, 0, 0, 74] },
  { bass: 53, plucked: [60, 65, 69, 65], melody: [76, 0, 72, 0] },
  { bass: 55, plucked: [59, 62, 67, 62], melody: [74, 0, 0, 0] },
  { bass: 48, plucked: [60, 64, 67, 72], melody: [79, 0, 76, 0] },
  { bass: 52, plucked: [59, 64, 67, 64], melody: [71, 0, 74, 0] },
  { bass: 53, plucked: [60, 65, 69, 72], melody: [72, 0, 69, 0] },
  { bass: 55, plucked: [62, 67, 71, 67], melody: [67, 0, 0, 0] },
] as const;

interface Tone {
  /** The start in beats. */
  readonly at: number;
  readonly pitch: number;
  readonly loud: number;
  /** The decay time in seconds. */
  readonly rings: number;
}

/** Synthesises a music box loop of half a minute without an audible seam. Samples from -1 to 1. */
export function musicLoop(): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(bars.length * beatsInBar * beat * loopRate);
  bars.forEach(({ bass, plucked, melody }, bar) => {
    const at = bar * beatsInBar;
    addTone(samples, { at, pitch: bass, loud: 0.22, rings: 3 });
    plucked.forEach((pitch, index) => addTone(samples, { at: at + index, pitch, loud: 0.16, rings: 1.6 }));
    melody.forEach((pitch, index) => {
      if (pitch > 0) addTone(samples, { at: at + index + 0.5, pitch, loud: 0.2, rings: 2 });
    });
  });
  return samples;
}

/** A plucked tone with its octave, which decays faster. */
function addTone(samples: Float32Array, { at, pitch, loud, rings }: Tone): void {
  const frequency = 440 * 2 ** ((pitch - 69) / 12);
  const start = Math.round(at * beat * loopRate);
  ring(samples, { start, frequency, loud, rings });
  ring(samples, { start, frequency: 2 * frequency, loud: loud / 3, rings: rings / 3 });
}

interface Ring {
  readonly start: number;
  readonly frequency: number;
  readonly loud: number;
  readonly rings: number;
}

/**
 * Adds a decaying sine by a second-order recurrence. A tone that passes the end wraps around to the start of the loop.
 */
function ring(samples: Float32Array, { start, frequency, loud, rings }: Ring): void {
  const turn = (2 * Math.PI * frequency) / loopRate;
  const length = Math.round(rings * loopRate);
  const decay = Math.exp(-5 / length);
  const [twice, fades] = [2 * decay * Math.cos(turn), decay * decay];
  let before = 0;
  let now = loud * Math.sin(turn);
  for (let index = 0; index < length; index += 1) {
    const place = (start + index) % samples.length;
    samples[place] = (samples[place] ?? 0) + before;
    const next = twice * now - fades * before;
    before = now;
    now = next;
  }
}

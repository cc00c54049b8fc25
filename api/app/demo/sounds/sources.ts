import { sampleRate } from './wav.ts';
import type { Samples } from './wav.ts';

/** White noise between -1 and 1 that is the same on every machine. */
export function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 2_147_483_648 - 1;
  };
}

/** A resonator: lets one frequency ring and damps the rest (Klatt's two-pole filter). */
export function resonator(): (input: number, frequency: number, bandwidth: number) => number {
  let [previous, before] = [0, 0];
  return (input, frequency, bandwidth) => {
    const damping = -Math.exp((-2 * Math.PI * bandwidth) / sampleRate);
    const ringing =
      2 * Math.exp((-Math.PI * bandwidth) / sampleRate) * Math.cos((2 * Math.PI * frequency) / sampleRate);
    const output = (1 - damping - ringing) * input + ringing * previous + damping * before;
    [previous, before] = [output, previous];
    return output;
  };
}

/** Adds a sound to a longer one at an offset; with `around`, the part beyond the end continues at the beginning. */
export function mix(
  into: Samples,
  sound: Samples,
  { at, gain = 1, around = false }: { at: number; gain?: number; around?: boolean },
): void {
  const start = Math.round(at * sampleRate);
  sound.forEach((sample, index) => {
    const place = around ? (start + index) % into.length : start + index;
    if (place < into.length) into[place] = (into[place] ?? 0) + sample * gain;
  });
}

interface Partial {
  /** Multiple of the base frequency. */
  ratio: number;
  gain: number;
  /** Seconds until it has sunk to a third. */
  decay: number;
}

/** Something that is struck: sine waves that die away, each at its own pace. */
export function struck(frequency: number, seconds: number, partials: readonly Partial[]): Samples {
  const sound = new Float32Array(Math.round(seconds * sampleRate));
  for (const { ratio, gain, decay } of partials) {
    const turn = (2 * Math.PI * frequency * ratio) / sampleRate;
    // Multiplying step by step is much cheaper than an exponential for every sample.
    const sink = Math.exp(-1 / (decay * sampleRate));
    let level = gain;
    for (let index = 0; index < sound.length && level > 1e-5; index += 1) {
      sound[index] = (sound[index] ?? 0) + level * Math.sin(turn * index);
      level *= sink;
    }
  }
  const attack = 0.003 * sampleRate;
  return sound.map((sample, index) => (index < attack ? (sample * index) / attack : sample));
}

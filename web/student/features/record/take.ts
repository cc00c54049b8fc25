import type { RecordedSound } from '#web/student/platform/sending/work.ts';
import { recordingSeconds } from '#schema/rules/files.ts';
import { createMp3 } from './mp3.ts';

/** Seconds before which a stop was a slip of the finger. */
const shortest = 0.7;

/** Seconds of voice that make a recording; the taps that began and ended it are shorter. */
const leastVoice = 0.1;

/** One recording while it is made, of samples at a rate. */
export function createTake(rate: number) {
  const mp3 = createMp3(rate);
  const most = recordingSeconds * rate;
  let count = 0;
  let voiced = 0;

  const sound = (bytes: ArrayBuffer): RecordedSound => ({
    bytes,
    seconds: count / rate,
    silent: voiced / rate < leastVoice,
  });

  return {
    /** Takes what was heard, as far as there is room; returns how loud it was. */
    add(samples: Float32Array): number {
      const loudness = loudnessOf(samples);
      if (isVoice(loudness)) voiced += samples.length;
      // In pairs, as the halving wants them.
      const room = Math.floor((most - count) / 2) * 2;
      const taken = samples.subarray(0, room);
      count += taken.length;
      if (taken.length > 0) mp3.write(taken);
      return loudness;
    },
    seconds: () => count / rate,
    isFull: () => most - count < 2,
    soFar: (): RecordedSound => sound(mp3.soFar()),
    /** The whole; undefined when it was stopped before anything could be said. */
    finish: (): RecordedSound | undefined => (count / rate < shortest ? undefined : sound(mp3.finish())),
  };
}

export type Take = ReturnType<typeof createTake>;

/** How loud a stretch of samples is: the root of its mean square, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return Math.sqrt(sum / samples.length);
}

/** A quiet room stays below, a child who whispers goes above: -40 dB. */
const voice = 0.01;

export const isVoice = (loudness: number): boolean => loudness >= voice;

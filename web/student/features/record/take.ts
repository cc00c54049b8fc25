import type { RecordedSound } from '#web/student/platform/sending/work.ts';
import { recordingSeconds } from '#schema/rules/files.ts';
import { createMp3 } from './mp3.ts';

/** Seconds before which a stop counts as a slip of the finger. */
const shortest = 0.7;

/** The least seconds of voice in a recording; the sounds of the taps at its start and end are shorter. */
const leastVoice = 0.1;

/** One recording in progress, at a sample rate. */
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
    /** Adds samples up to the maximum length; returns their loudness. */
    add(samples: Float32Array): number {
      const loudness = loudnessOf(samples);
      if (isVoice(loudness)) voiced += samples.length;
      // An even number of samples, for the downsampling.
      const room = Math.floor((most - count) / 2) * 2;
      const fitting = samples.subarray(0, room);
      count += fitting.length;
      if (fitting.length > 0) mp3.write(fitting);
      return loudness;
    },
    seconds: () => count / rate,
    isFull: () => most - count < 2,
    soFar: (): RecordedSound => sound(mp3.soFar()),
    /** The finished recording; undefined when it was stopped too early. */
    finish: (): RecordedSound | undefined => (count / rate < shortest ? undefined : sound(mp3.finish())),
  };
}

export type Take = ReturnType<typeof createTake>;

/** The loudness of samples: the root mean square, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return Math.sqrt(sum / samples.length);
}

/** The threshold of a voice, -40 dB: a quiet room stays below, a whispering child is above. */
const voice = 0.01;

export const isVoice = (loudness: number): boolean => loudness >= voice;

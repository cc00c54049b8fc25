import { bar, helloMelody, musicLoop } from './music.ts';
import { bell, bird, clock, drum, rain, train } from './things.ts';
import { vowel } from './vowels.ts';
import { encodeWav, fade, normalise } from './wav.ts';
import type { Samples } from './wav.ts';

const things = ['bell', 'drum', 'bird', 'rain', 'clock', 'train'] as const;
const tones = ['do', 're', 'mi', 'fa', 'so', 'la', 'ti', 'high-do'] as const;
const vowels = ['a', 'i', 'u', 'e', 'o'] as const;

/** Every demo sound. */
export const soundIds = [...things, ...tones, ...vowels, 'hello-melody', 'music-loop'] as const;

export type SoundId = (typeof soundIds)[number];

const recipes: Record<SoundId, () => Samples> = {
  bell: () => fade(bell(), 0.002, 0.25),
  drum: () => fade(drum(), 0.002),
  bird: () => fade(bird()),
  rain: () => fade(rain(), 0.15, 0.3),
  clock: () => fade(clock()),
  train: () => fade(train()),
  do: () => fade(bar(12), 0.002),
  re: () => fade(bar(14), 0.002),
  mi: () => fade(bar(16), 0.002),
  fa: () => fade(bar(17), 0.002),
  so: () => fade(bar(19), 0.002),
  la: () => fade(bar(21), 0.002),
  ti: () => fade(bar(23), 0.002),
  'high-do': () => fade(bar(24), 0.002),
  a: () => fade(vowel('a'), 0.02),
  i: () => fade(vowel('i'), 0.02),
  u: () => fade(vowel('u'), 0.02),
  e: () => fade(vowel('e'), 0.02),
  o: () => fade(vowel('o'), 0.02),
  'hello-melody': () => fade(helloMelody(), 0.002, 0.15),
  // Not faded: its end continues in its beginning.
  'music-loop': musicLoop,
};

/** A demo sound as a WAV file (one channel, 22,050 Hz, 16 bit), the same on every machine. */
export function synthesise(id: SoundId): Buffer {
  return encodeWav(normalise(recipes[id]()));
}

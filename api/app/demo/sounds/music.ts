import { mix, struck } from './sources.ts';
import { sampleRate, silence } from './wav.ts';
import type { Samples } from './wav.ts';

// The frequency of a note counted in semitones from middle C.
function pitch(semitones: number): number {
  return 261.626 * 2 ** (semitones / 12);
}

/** One wooden bar of a xylophone; short bars ring shorter. */
export function bar(semitones: number, seconds = 0.9): Samples {
  const ring = 0.42 * 2 ** (-(semitones - 12) / 36);
  return struck(pitch(semitones), seconds, [
    { ratio: 1, gain: 0.8, decay: ring },
    { ratio: 3.93, gain: 0.22, decay: ring * 0.28 },
    { ratio: 9.4, gain: 0.08, decay: ring * 0.08 },
  ]);
}

/** A soft, flute-like tone that swells and sinks. */
function pad(semitones: number, seconds: number): Samples {
  const frequency = pitch(semitones);
  return silence(seconds).map((_, index) => {
    const time = index / sampleRate;
    const swell = Math.sin((Math.PI * time) / seconds) ** 0.7;
    const vibrato = 0.4 * Math.sin(2 * Math.PI * 4.6 * time);
    const phase = 2 * Math.PI * frequency * time + vibrato;
    return swell * (Math.sin(phase) + 0.18 * Math.sin(2 * phase) + 0.06 * Math.sin(3 * phase));
  });
}

/** Sol, mi: the two notes children everywhere call each other with; sung twice, "hel-lo, hel-lo". */
export function helloMelody(): Samples {
  const sound = silence(1.6);
  [7, 4, 7, 4].forEach((note, index) => {
    const at = [0, 0.3, 0.75, 1.05][index] ?? 0;
    mix(sound, bar(note + 12, 0.55), { at, gain: index % 2 ? 0.85 : 1 });
    mix(sound, pad(note, 0.4), { at, gain: 0.25 });
  });
  return sound;
}

const beat = 0.75;
const chords = [
  { root: -12, tones: [0, 4, 7] },
  { root: -15, tones: [-3, 0, 4] },
  { root: -7, tones: [-3, 0, 5] },
  { root: -5, tones: [-1, 2, 7] },
];
// Quarter notes and eighths over the four chords; null rests.
const melody = [
  16,
  null,
  19,
  16,
  12,
  null,
  14,
  null,
  12,
  null,
  16,
  12,
  9,
  null,
  null,
  null,
  9,
  null,
  12,
  14,
  17,
  null,
  16,
  null,
  14,
  null,
  19,
  14,
  11,
  null,
  7,
  null,
];

/** Twelve quiet seconds whose end runs into their beginning: every tail sounds on at the start. */
export function musicLoop(): Samples {
  const sound = silence(beat * 16);
  const around = true;
  chords.forEach(({ root, tones }, index) => {
    const at = index * 4 * beat;
    tones.forEach((tone) => mix(sound, pad(tone, 4.6 * beat), { at, gain: 0.07, around }));
    [0, 2].forEach((offset) =>
      mix(
        sound,
        struck(pitch(root), 1.4, [
          { ratio: 1, gain: 0.4, decay: 0.5 },
          { ratio: 2, gain: 0.1, decay: 0.3 },
        ]),
        { at: at + offset * beat, around },
      ),
    );
    [0, 1, 2, 3].forEach((step) =>
      mix(sound, bar((tones[[0, 1, 2, 1][step] ?? 0] ?? 0) + 12), { at: at + step * beat, gain: 0.16, around }),
    );
  });
  melody.forEach((note, index) => {
    if (note !== null) mix(sound, bar(note, 1.4), { at: (index * beat) / 2, gain: 0.34, around });
  });
  return sound;
}

import { noise, resonator } from './sources.ts';
import { sampleRate, silence } from './wav.ts';
import type { Samples } from './wav.ts';

/** The mouth's first five resonances in hertz, for a woman speaking Tokyo Japanese. */
const formants = {
  a: [860, 1350, 2850, 3900, 4900],
  i: [320, 2700, 3350, 4100, 5000],
  u: [370, 1350, 2650, 3800, 4800],
  e: [520, 2250, 2950, 3950, 4900],
  o: [490, 830, 2800, 3800, 4800],
} as const;

const bandwidths = [85, 105, 150, 230, 300] as const;

export type Vowel = keyof typeof formants;

const seconds = 0.72;

/** A little rise, then the fall that ends a Japanese word spoken alone. */
function melodyOf(done: number): number {
  return 214 + 16 * Math.sin(Math.PI * Math.min(1, done * 2.4)) - 44 * done ** 1.8;
}

/** The flow through the vocal folds in one cycle: opens slowly, closes fast (Rosenberg's pulse, differentiated). */
function fold(cycle: number): number {
  const [opening, closing] = [0.42, 0.16];
  if (cycle < opening) return (Math.PI / opening / 2) * Math.sin((Math.PI * cycle) / opening);
  if (cycle < opening + closing)
    return (-Math.PI / closing / 2) * Math.sin(((cycle - opening) * Math.PI) / closing / 2);
  return 0;
}

/** A spoken vowel: vocal folds and a little breath through the mouth's resonances, one after another. */
export function vowel(name: Vowel): Samples {
  const mouth = formants[name].map((frequency, index) => ({
    frequency,
    bandwidth: bandwidths[index] ?? 300,
    ring: resonator(),
  }));
  const breath = noise(name.charCodeAt(0));
  const wobble = noise(17);
  let cycle = 0;
  let step = 0;
  return silence(seconds).map((_, index) => {
    const done = index / (seconds * sampleRate);
    if (cycle >= 1 || step === 0) {
      // No voice repeats itself exactly: each cycle is up to half a percent longer or shorter.
      step = (melodyOf(done) * (1 + 0.005 * wobble())) / sampleRate;
      cycle %= 1;
    }
    const source = fold(cycle) + 0.06 * breath();
    cycle += step;
    const loudness = Math.min(1, done / 0.06) * Math.min(1, (1 - done) / 0.3) ** 1.3;
    return (
      loudness * mouth.reduce((sound, { frequency, bandwidth, ring }) => ring(sound, frequency, bandwidth), source)
    );
  });
}

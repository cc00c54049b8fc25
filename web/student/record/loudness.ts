/** How loud a stretch of samples is: the root of its mean square, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return Math.sqrt(sum / samples.length);
}

/** A quiet room stays below, a child who whispers goes above: -40 dB. */
const voice = 0.01;

export const isVoice = (loudness: number): boolean => loudness >= voice;

/** How many of the meter's `steps` are lit: by decibels, as ears count, from a quiet room to a loud call. */
export function stepsOf(loudness: number, steps: number): number {
  const [floor, ceiling] = [-50, -12];
  const decibels = 20 * Math.log10(Math.max(loudness, 1e-6));
  return Math.max(0, Math.min(steps, Math.round(((decibels - floor) / (ceiling - floor)) * steps)));
}

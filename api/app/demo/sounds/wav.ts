/** Samples per second of every demo sound. */
export const sampleRate = 22_050;

/** Samples between -1 and 1, one channel. */
export type Samples = Float32Array;

export function silence(seconds: number): Samples {
  return new Float32Array(Math.round(seconds * sampleRate));
}

// Room for lossy encoders; and the strength at which a bird, a drum and a voice sound about equally loud.
const highestPeak = 0.89;
const evenStrength = 0.2;

/** Brings sounds of every kind to about the same loudness, without clipping any. */
export function normalise(samples: Samples): Samples {
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const strength = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  if (peak === 0) return samples;
  const gain = Math.min(highestPeak / peak, evenStrength / strength);
  return samples.map((sample) => sample * gain);
}

/** Fades both ends, so that a loudspeaker does not click. */
export function fade(samples: Samples, attack = 0.004, release = 0.06): Samples {
  const [up, down] = [attack * sampleRate, release * sampleRate];
  const last = samples.length - 1;
  return samples.map((sample, index) => sample * Math.min(1, index / up) * Math.min(1, (last - index) / down));
}

/** A WAV file: PCM, 16 bit, one channel. */
export function encodeWav(samples: Samples): Buffer {
  const header = 44;
  const file = Buffer.alloc(header + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, index) => file.writeInt16LE(Math.round(sample * 32_767), header + index * 2));
  return file;
}

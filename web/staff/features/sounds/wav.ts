/** Samples per second: clear enough for a voice, and 180 s stay under 10 MB. */
export const recordedRate = 24_000;

/** The level below which a sample counts as silence. */
const quiet = 0.012;

/** Seconds that stay before the first and after the last sound. */
const margin = 0.06;

/** Trims the silence at both ends, so that a push plays at once. A silent recording stays whole. */
export function trimmed(samples: Float32Array, rate: number): Float32Array {
  const first = samples.findIndex((sample) => Math.abs(sample) > quiet);
  if (first < 0) return samples;
  const last = samples.findLastIndex((sample) => Math.abs(sample) > quiet);
  const spare = Math.round(margin * rate);
  return samples.subarray(Math.max(0, first - spare), Math.min(samples.length, last + 1 + spare));
}

/** A WAV file of one channel and 16 bits, which every browser plays. */
export function wavOf(samples: Float32Array, rate: number): Blob {
  const data = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) data.setUint8(at + index, text.charCodeAt(index));
  };
  write(0, 'RIFF');
  data.setUint32(4, 36 + samples.length * 2, true);
  write(8, 'WAVEfmt ');
  data.setUint32(16, 16, true);
  data.setUint16(20, 1, true);
  data.setUint16(22, 1, true);
  data.setUint32(24, rate, true);
  data.setUint32(28, rate * 2, true);
  data.setUint16(32, 2, true);
  data.setUint16(34, 16, true);
  write(36, 'data');
  data.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) => {
    const within = Math.max(-1, Math.min(1, sample));
    data.setInt16(44 + index * 2, Math.round(within * 32_767), true);
  });
  return new Blob([data.buffer], { type: 'audio/wav' });
}

/** Converts a recording in any browser's format to a WAV file without silence at both ends. */
export async function recordedWav(recording: Blob): Promise<Blob> {
  // One channel at this rate: the decoder mixes and resamples by itself.
  const context = new OfflineAudioContext(1, 1, recordedRate);
  const decoded = await context.decodeAudioData(await recording.arrayBuffer());
  return wavOf(trimmed(mixed(decoded), decoded.sampleRate), decoded.sampleRate);
}

function mixed(sound: AudioBuffer): Float32Array {
  const [first = new Float32Array(), ...others] = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel),
  );
  return first.map((sample, at) => others.reduce((sum, other) => sum + (other[at] ?? 0), sample) / (others.length + 1));
}

import { Mp3Encoder } from '@breezystack/lamejs';

/** Kilobits per second: clear for a voice; three minutes are 1.4 MB. */
const bitRate = 64;

/** Above this rate, every second sample is enough for a voice and halves the encoder's work. */
const rateEnough = 32_000;

/** Encodes mono MP3 while samples arrive, so that stopping takes no time. */
export function createMp3(rate: number) {
  const halves = rate > rateEnough;
  const encoder = new Mp3Encoder(1, halves ? rate / 2 : rate, bitRate);
  const halve = createHalver();
  const parts: Uint8Array<ArrayBuffer>[] = [];

  // The encoder reuses its buffer.
  const keep = (bytes: Uint8Array) => parts.push(new Uint8Array(bytes));

  return {
    write(samples: Float32Array): void {
      keep(encoder.encodeBuffer(whole(halves ? halve(samples) : samples)));
    },
    /** The file so far, which plays except for the last moment. */
    soFar: (): ArrayBuffer => joined(parts),
    finish(): ArrayBuffer {
      keep(encoder.flush());
      return joined(parts);
    },
  };
}

const whole = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all.buffer;
}

// A low-pass filter against aliasing at half the rate.
const filter = [-1 / 32, 0, 9 / 32, 16 / 32, 9 / 32, 0, -1 / 32];

/** Downsamples by two, block by block; blocks have an even length. */
export function createHalver(): (samples: Float32Array) => Float32Array {
  let before = new Float32Array(filter.length - 1);
  return (samples) => {
    const all = new Float32Array(before.length + samples.length);
    all.set(before);
    all.set(samples, before.length);
    before = all.slice(samples.length);
    return Float32Array.from({ length: samples.length / 2 }, (_, index) =>
      filter.reduce((sum, weight, tap) => sum + weight * (all[index * 2 + tap] ?? 0), 0),
    );
  };
}

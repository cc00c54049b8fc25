// Keeps what a voice needs and takes away what would come back as hissing at half the rate.
const filter = [-1 / 32, 0, 9 / 32, 16 / 32, 9 / 32, 0, -1 / 32];

/** Halves the rate of samples that come in pieces; the pieces have an even length. */
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

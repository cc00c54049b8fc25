const fewest = 15;
const most = 50;

/**
 * Whether one takes as long as the other, up to half or twice of it. What else the machine does only ever slows them, so
 * their quickest tries count, and where they are too few there are more.
 */
export async function takesAsLong(
  one: () => PromiseLike<unknown>,
  other: () => PromiseLike<unknown>,
): Promise<boolean> {
  let [first, second] = [Infinity, Infinity];
  for (let round = 1; round <= most; round += 1) {
    first = Math.min(first, await timeOf(one));
    second = Math.min(second, await timeOf(other));
    const ratio = first / second;
    if (round >= fewest && ratio > 0.5 && ratio < 2) return true;
  }
  return false;
}

async function timeOf(work: () => PromiseLike<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

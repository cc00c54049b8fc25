import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const probeMs = 4;

/** What the event loop's thread has had of the processor, in milliseconds; Linux tells it of each thread. */
const processorMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

/**
 * The longest stretch between two ticks of a probe while `work` is done, as the event loop's thread had the processor: in
 * milliseconds of the processor and not of the clock, so that whatever else the machine does adds nothing.
 */
export async function longestStretch(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let before = processorMs();
  const tick = () => {
    const now = processorMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  // What was begun before is not the work's.
  await wait(5 * probeMs);
  const probe = setInterval(tick, probeMs);
  before = processorMs();
  try {
    await work();
    await wait(2 * probeMs);
  } finally {
    clearInterval(probe);
  }
  tick();
  return longest;
}

import { unavailable } from './problems.ts';

/** A semaphore with a bounded queue: runs work when a slot is free, and refuses with 503 when the queue is full. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0;
  const queue: (() => void)[] = [];

  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw unavailable();
      await new Promise<void>((go) => queue.push(go));
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue and is freed only when the queue is empty.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

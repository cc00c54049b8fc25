import { unavailable } from './problems.ts';

/** Runs a piece of work when its turn comes; refuses with 503 when too many wait already. */
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
      // The place goes to the next in line; only an empty line frees it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

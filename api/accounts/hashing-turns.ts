import { unavailable } from '#api/http/problems.ts';

/** Runs a piece of work when its turn comes; refuses with 503 when too many wait already. */
type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
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

/** A password hash costs 19 MiB and a core for some 30 ms: two at a time leave room for the children's requests. */
export const hashingTurn = createTurns({ atOnce: 2, waiting: 20 });

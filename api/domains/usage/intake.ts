import { setImmediate as othersTurn, setTimeout as delay } from 'node:timers/promises';
import { isDiskFull, isUnreachable } from '#api/ground/db/unavailable.ts';
import { unavailable } from '#api/ground/http/problems.ts';

/** A queue with one writer, which writes everything that arrived since its last write as one batch. */
export interface Intake<Item> {
  /** Resolves when the item is stored. Answers 503 when the queue is full (back-pressure). */
  take(item: Item): Promise<void>;
  /** Resolves when the queue is empty and written. */
  drained(): Promise<void>;
}

export interface IntakeOptions<Item> {
  /** Writes all items, or none when it throws. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  readonly together: number;
  /** The pause between large batches, in milliseconds, in which more items can gather. */
  readonly gather: number;
  readonly waitingAtMost: number;
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const atOnce = 20;

export function createIntake<Item>({ write, together, gather, waitingAtMost }: IntakeOptions<Item>): Intake<Item> {
  const waiting: Waiting<Item>[] = [];
  let working: Promise<void> | undefined;
  let answered = Promise.resolve();

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, together);
      await writeBatch(batch);
      // A batch has a high fixed cost, so few large batches leave the database more time for other queries.
      if (batch.length > atOnce && waiting.length < together) await delay(gather);
    }
    working = undefined;
    await answered;
  }

  // When a batch fails, its halves are tried, so that one bad item does not fail the others.
  async function writeBatch(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item));
      // Callers are answered while the next batch is written.
      answered = answered.then(() => answer(batch));
    } catch (error) {
      // When the database is unreachable or full, halves would fail as well.
      const failsForAll = isUnreachable(error) || isDiskFull(error);
      if (batch.length === 1 || failsForAll) for (const { reject } of batch) reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await writeBatch(batch.slice(0, half));
        await writeBatch(batch.slice(half));
      }
    }
  }

  // Answers a few callers at a time, so that hundreds of answers do not block the event loop.
  async function answer(batch: readonly Waiting<Item>[]): Promise<void> {
    for (const [at, { resolve }] of batch.entries()) {
      resolve();
      if (at % atOnce === atOnce - 1) await othersTurn();
    }
  }

  return {
    async take(item) {
      if (waiting.length >= waitingAtMost) throw unavailable();
      await new Promise<void>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        working ??= work();
      });
    },
    async drained() {
      await working;
    },
  };
}

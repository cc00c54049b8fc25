import { setImmediate as othersTurn, setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '#api/http/problems.ts';
import { isDiskFull, isUnreachable } from '#api/db/unavailable.ts';

/** Takes what comes in bursts to one writer, which writes all that has gathered while it was busy. */
export interface Intake<Item> {
  /** Resolves when the item is safe. Answers 503 when too many wait. */
  take(item: Item): Promise<void>;
  /** Resolves when all that waited is written. */
  drained(): Promise<void>;
}

export interface IntakeOptions<Item> {
  /** Writes all of them or, when it throws, none. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  readonly together: number;
  /** How long more of them may gather, in milliseconds, when they come in numbers. */
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
      await settle(batch);
      // A batch costs the database as much as a hundred of its items: few large ones leave it more time for others.
      if (batch.length > atOnce && waiting.length < together) await delay(gather);
    }
    working = undefined;
    await answered;
  }

  // One that cannot be written takes none of the others with it: halves are tried, down to itself.
  async function settle(batch: readonly Waiting<Item>[]): Promise<void> {
    try {
      await write(batch.map(({ item }) => item));
      // While the next ones are written.
      answered = answered.then(() => answer(batch));
    } catch (error) {
      // What the database cannot do now it cannot do for any of them.
      const forNone = isUnreachable(error) || isDiskFull(error);
      if (batch.length === 1 || forNone) for (const { reject } of batch) reject(error);
      else {
        const half = Math.ceil(batch.length / 2);
        await settle(batch.slice(0, half));
        await settle(batch.slice(half));
      }
    }
  }

  // A few at a time: hundreds of answers in one go would keep all other calls waiting.
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

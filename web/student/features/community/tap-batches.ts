import type { ReactionType } from '#web/student/operations.generated.ts';

/** Taps on one button of one post. */
export interface Taps {
  readonly id: string;
  readonly type: ReactionType;
  readonly times: number;
}

export interface TapState {
  /** Taps that the server has not confirmed yet. */
  readonly unanswered: readonly Taps[];
  /** The error of the last failed call, by the post's id. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** The milliseconds in which taps are batched into one call, and the maximum of taps in a call. */
export const collectFor = 500;
export const mostTaps = 50;

interface Collected extends Taps {
  /** Undefined after the time is over, while only the previous call is awaited. */
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** Batches the taps of a child who taps faster than the network answers. */
export function createTapBatches(send: (taps: Taps) => Promise<unknown>) {
  const listeners = new Set<() => void>();
  const collected = new Map<string, Collected>();
  const underWay = new Set<Taps>();
  const failures = new Map<string, unknown>();
  let state: TapState = { unanswered: [], failures };

  function changed(): void {
    state = { unanswered: [...collected.values(), ...underWay], failures: new Map(failures) };
    for (const listener of listeners) listener();
  }

  function timeIsOver(key: string): void {
    const taps = collected.get(key);
    if (!taps) return;
    // One call per post at a time: answers out of order would leave an older count on the screen.
    if ([...underWay].some(({ id }) => id === taps.id)) collected.set(key, { ...taps, timer: undefined });
    else void deliver(key, taps);
  }

  async function deliver(key: string, { timer, ...taps }: Collected): Promise<void> {
    clearTimeout(timer);
    collected.delete(key);
    underWay.add(taps);
    try {
      await send(taps);
    } catch (error) {
      failures.set(taps.id, error);
    }
    underWay.delete(taps);
    changed();
    for (const [due, { id, timer: running }] of [...collected])
      if (id === taps.id && running === undefined) timeIsOver(due);
  }

  return {
    getState: (): TapState => state,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    tap(id: string, type: ReactionType): void {
      const key = `${type} ${id}`;
      const { timer, times } = collected.get(key) ?? { timer: setTimeout(() => timeIsOver(key), collectFor), times: 0 };
      collected.set(key, { id, type, times: Math.min(times + 1, mostTaps), timer });
      failures.delete(id);
      changed();
    },

    /** Sends all batches at once, since the child is about to leave. */
    sendNow: (): void => {
      for (const [key, taps] of [...collected]) void deliver(key, taps);
    },
  };
}

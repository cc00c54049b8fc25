import type { ReactionType } from './community-acts.lazy.generated.ts';

/** A child's wish for one button of one post: the reaction is given or taken back. */
export interface Wish {
  readonly id: string;
  readonly type: ReactionType;
  readonly given: boolean;
}

export interface WishState {
  /** Wishes that the server has not confirmed yet: one for each button. */
  readonly unanswered: readonly Wish[];
  /** The error of the last failed call, by the post's id. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** The milliseconds in which a child may change their mind before a call. */
export const collectFor = 500;

interface Collected extends Wish {
  /** Undefined after the time is over, while the wish waits for the previous call to finish. */
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** Collects the wishes of a child who taps faster than the network answers: the last wish of each button is sent. */
export function createReactionWishes(send: (wish: Wish) => Promise<unknown>) {
  const listeners = new Set<() => void>();
  const collected = new Map<string, Collected>();
  const underWay = new Set<Wish>();
  const failures = new Map<string, unknown>();
  let state: WishState = { unanswered: [], failures };

  function changed(): void {
    const replaced = ({ id, type }: Wish) => collected.has(keyOf(id, type));
    const unanswered = [...[...underWay].filter((wish) => !replaced(wish)), ...collected.values()];
    state = { unanswered, failures: new Map(failures) };
    for (const listener of listeners) listener();
  }

  function timeIsOver(key: string): void {
    const wish = collected.get(key);
    if (!wish) return;
    // One call per post at a time: answers out of order would leave an older count on the screen.
    if ([...underWay].some(({ id }) => id === wish.id)) collected.set(key, { ...wish, timer: undefined });
    else void deliver(key, wish);
  }

  async function deliver(key: string, { timer, ...wish }: Collected): Promise<void> {
    clearTimeout(timer);
    collected.delete(key);
    underWay.add(wish);
    try {
      await send(wish);
    } catch (error) {
      failures.set(wish.id, error);
    }
    underWay.delete(wish);
    changed();
    for (const [due, { id, timer: running }] of [...collected])
      if (id === wish.id && running === undefined) timeIsOver(due);
  }

  return {
    getState: (): WishState => state,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    set(wish: Wish): void {
      const key = keyOf(wish.id, wish.type);
      const timer = collected.get(key)?.timer ?? setTimeout(() => timeIsOver(key), collectFor);
      collected.set(key, { ...wish, timer });
      failures.delete(wish.id);
      changed();
    },

    /** Sends all wishes at once, since the child is about to leave. */
    sendNow: (): void => {
      for (const [key, wish] of [...collected]) void deliver(key, wish);
    },
  };
}

const keyOf = (id: string, type: ReactionType): string => `${type} ${id}`;

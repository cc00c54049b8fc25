import { createListeners } from '#web/shared/listeners.ts';
import type { ReactionType } from '#web/student/features/community/community-acts.lazy.generated.ts';

/** A reaction that a child gives or takes back by one button of one post. */
export interface PendingReaction {
  readonly id: string;
  readonly type: ReactionType;
  readonly given: boolean;
}

export interface PendingState {
  /** What the child wishes and the walls may not show yet: one for each button. */
  readonly wishes: readonly PendingReaction[];
  /** The error of the last failed call, by the post's id. */
  readonly failures: ReadonlyMap<string, unknown>;
}

/** The milliseconds in which a child may change their mind before a call. */
export const collectFor = 500;

/** The milliseconds after an answer in which every wall has drawn it: a full one on an old tablet takes long. */
export const drawnWithin = 2_000;

interface Collected extends PendingReaction {
  /** Undefined after the time is over, while the reaction waits for the previous call to finish. */
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** Collects the reactions of a child who taps faster than the network answers: the last reaction of each button is sent. */
export function createPendingReactions(send: (reaction: PendingReaction) => Promise<unknown>) {
  const listeners = createListeners();
  const collected = new Map<string, Collected>();
  const underWay = new Set<PendingReaction>();
  const answered = new Set<PendingReaction>();
  const failures = new Map<string, unknown>();
  let state: PendingState = { wishes: [], failures };

  function changed(): void {
    const inOrder = [...answered, ...underWay, ...collected.values()];
    const latest = new Map(inOrder.map((reaction) => [keyOf(reaction.id, reaction.type), reaction]));
    state = { wishes: [...latest.values()], failures: new Map(failures) };
    listeners.tell();
  }

  function timeIsOver(key: string): void {
    const reaction = collected.get(key);
    if (!reaction) return;
    // One call per post at a time: answers out of order would leave an older count on the screen.
    if ([...underWay].some(({ id }) => id === reaction.id)) collected.set(key, { ...reaction, timer: undefined });
    else void deliver(key, reaction);
  }

  async function deliver(key: string, { timer, ...reaction }: Collected): Promise<void> {
    clearTimeout(timer);
    collected.delete(key);
    underWay.add(reaction);
    try {
      await send(reaction);
      answered.add(reaction);
      setTimeout(() => {
        answered.delete(reaction);
        changed();
      }, drawnWithin);
    } catch (error) {
      failures.set(reaction.id, error);
    }
    underWay.delete(reaction);
    changed();
    for (const [due, { id, timer: running }] of [...collected])
      if (id === reaction.id && running === undefined) timeIsOver(due);
  }

  return {
    getState: (): PendingState => state,

    subscribe: listeners.subscribe,

    set(reaction: PendingReaction): void {
      const key = keyOf(reaction.id, reaction.type);
      const timer = collected.get(key)?.timer ?? setTimeout(() => timeIsOver(key), collectFor);
      collected.set(key, { ...reaction, timer });
      failures.delete(reaction.id);
      changed();
    },

    /** Sends all reactions at once, since the child is about to leave. */
    sendNow: (): void => {
      for (const [key, reaction] of [...collected]) void deliver(key, reaction);
    },
  };
}

const keyOf = (id: string, type: ReactionType): string => `${type} ${id}`;

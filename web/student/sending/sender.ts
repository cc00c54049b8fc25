import { problemOf } from '#web/shared/apollo/problem.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import type { Outcome } from './follow-upload.ts';
import { passes, refusalBy, refusalOf, type SendWords } from './send-words.ts';
import type { WorkStore } from './work-store.ts';
import type { Work } from './work.ts';

/** How far a work is on its way, as far as this tab knows. */
export type SendState =
  | { readonly step: 'sending'; readonly share: number }
  /** The server has it, and makes it ready. */
  | { readonly step: 'preparing' }
  | { readonly step: 'waiting'; readonly words: SendWords }
  | { readonly step: 'arrived'; readonly shown: boolean };

/** A work that a child has said to send. */
export type Underway = Work & { readonly classHashCode: string };

interface SenderParts {
  readonly store: Pick<WorkStore, 'all' | 'keep' | 'remove'>;
  /** Who may send in the name of a profile; undefined when it has left this device. */
  readonly tokenOf: (profileId: string) => string | undefined;
  /** Gives the server a work; resolves with its request's id. */
  readonly post: (sent: {
    readonly work: Work;
    readonly token: string;
    readonly onProgress: (share: number) => void;
    readonly signal: AbortSignal;
  }) => Promise<string>;
  /** What comes of it there. */
  readonly follow: (followed: {
    readonly requestId: string;
    readonly classHashCode: string;
    readonly token: string;
    readonly signal: AbortSignal;
  }) => Promise<Outcome | undefined>;
  /** Does something that no other tab does at the same time; false when one is at it. */
  readonly alone: (name: string, act: () => Promise<void>) => Promise<boolean>;
}

/** Milliseconds until what failed is tried again: twice as long each time, up to five minutes. */
const [firstPause, longestPause] = [4000, 300_000];

/** Brings what children said to send to the walls, as often as it takes; each work is sent once. */
export function createSender({ store, tokenOf, post, follow, alone }: SenderParts) {
  const listeners = new Set<() => void>();
  const states = new Map<string, SendState>();
  const running = new Map<string, AbortController>();
  let snapshot: ReadonlyMap<string, SendState> = new Map();
  let line: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function change(id: string, state: SendState | undefined): void {
    if (state) states.set(id, state);
    else states.delete(id);
    snapshot = new Map(states);
    for (const listener of listeners) listener();
  }

  /** One file after the other: together they would all take longer. */
  function inLine<Value>(act: () => Promise<Value>): Promise<Value> {
    const done = line.then(act);
    line = done.catch(() => undefined);
    return done;
  }

  function later(seconds = 0): void {
    clearTimeout(timer);
    const pause = Math.max(seconds * 1000, Math.min(firstPause * 2 ** failures, longestPause));
    failures += 1;
    timer = setTimeout(() => void round(), pause);
  }

  async function round(): Promise<void> {
    clearTimeout(timer);
    for (const work of await store.all()) {
      if (!isUnderway(work) || running.has(work.id)) continue;
      if (work.stuck === null) void attempt(work.id);
      else change(work.id, { step: 'waiting', words: work.stuck });
    }
  }

  async function attempt(id: string): Promise<void> {
    const own = new AbortController();
    running.set(id, own);
    const mine = await alone(id, () => deliver(id, own.signal)).catch(() => false);
    running.delete(id);
    if (!mine) later();
  }

  async function deliver(id: string, signal: AbortSignal): Promise<void> {
    // Another tab may have been quicker.
    const work = (await store.all()).find((one) => one.id === id);
    if (!work || !isUnderway(work) || work.stuck !== null) return change(id, undefined);
    const token = tokenOf(work.profileId);
    if (token === undefined) return stop(work, 'sendNotYourClass');
    try {
      const requestId = work.requestId ?? (await inLine(() => send(work, token, signal)));
      if (signal.aborted) return;
      await store.keep({ ...work, requestId });
      change(id, { step: 'preparing' });
      const outcome = await follow({ requestId, classHashCode: work.classHashCode, token, signal });
      if (signal.aborted || !outcome) return;
      if (outcome.kind === 'rejected') return await stop(work, refusalOf(outcome.messageKey));
      failures = 0;
      await store.remove(id);
      change(id, { step: 'arrived', shown: outcome.shown });
    } catch (error) {
      if (signal.aborted) return;
      const problem = problemOf(error);
      if (!passes(problem)) return stop(work, refusalBy(problem));
      change(id, { step: 'waiting', words: refusalBy(problem) });
      later(problem.retryAfter);
    }
  }

  function send(work: Underway, token: string, signal: AbortSignal): Promise<string> {
    const onProgress = (share: number) => signal.aborted || change(work.id, { step: 'sending', share });
    onProgress(0);
    return post({ work, token, onProgress, signal });
  }

  /** It waits for the child; under its old id the server would only repeat itself. */
  async function stop(work: Underway, words: SendWords): Promise<void> {
    await store.keep({ ...work, clientId: randomUuid(), requestId: null, stuck: words });
    change(work.id, { step: 'waiting', words });
  }

  function now(): void {
    failures = 0;
    void round();
  }

  return {
    getState: (): ReadonlyMap<string, SendState> => snapshot,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** The child has said so, for the first time or once more. */
    async send(work: Underway): Promise<void> {
      const { id, classHashCode } = work;
      change(id, { step: 'sending', share: 0 });
      // What a page holds may be older than what has become of it.
      const kept = (await store.all()).find((one) => one.id === id) ?? work;
      await store.keep({ ...kept, classHashCode, stuck: null });
      now();
    },

    /** Tries everything at once that waits for the network. */
    now,

    /** The child takes it away. */
    forget: async (id: string): Promise<void> => {
      running.get(id)?.abort();
      await store.remove(id);
      change(id, undefined);
    },
  };
}

export const isUnderway = (work: Work): work is Underway => work.classHashCode !== null;

import { problemOf } from '#web/shared/apollo/problem.ts';
import { createListeners } from '#web/shared/listeners.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import type { Outcome } from './follow-upload.ts';
import { currentCode, withClassId } from './class-of-work.ts';
import { isTemporary, refusalBy, refusalOf, type SendProblem } from './send-problem.ts';
import type { WorkStore } from './work-store.ts';
import { briefOf, isSent, type SentWork, type Work } from './work.ts';

/** The sending state of a work, as this tab knows it. */
export type SendState =
  | { readonly step: 'sending'; readonly share: number }
  /** The server has received the work and processes it. */
  | { readonly step: 'preparing' }
  /** `received`: the server has the file, and the wall will show it. */
  | { readonly step: 'waiting'; readonly words: SendProblem; readonly received: boolean }
  | { readonly step: 'arrived'; readonly shown: boolean };

/** Whether the server has the work: deleting it here would not keep it from the wall. The page's copy may be older. */
export const isReceived = ({ requestId }: Pick<Work, 'requestId'>, state: SendState | undefined): boolean =>
  state?.step === 'waiting' ? state.received : state?.step === 'preparing' || requestId !== null;

/** Whether the class or the token was refused, and not the file. */
const isOfClass = (words: SendProblem): boolean => words === 'sendNotYourClass' || words === 'sendClassFinished';

type Owner = Pick<Profile, 'token' | 'place'>;

interface SenderParts {
  readonly store: Pick<WorkStore, 'select' | 'one' | 'keep' | 'change' | 'remove'>;
  /** The current token and class of a profile; undefined when the profile has left this device. */
  readonly ownerOf: (profileId: string) => Owner | undefined;
  /** Uploads a work; resolves with its request's id. */
  readonly post: (sent: {
    readonly work: Work;
    readonly token: string;
    readonly onProgress: (share: number) => void;
    readonly signal: AbortSignal;
  }) => Promise<string>;
  /** Waits for the outcome of a request. */
  readonly follow: (followed: {
    readonly requestId: string;
    readonly classHashCode: string;
    readonly token: string;
    readonly signal: AbortSignal;
  }) => Promise<Outcome | undefined>;
  /** Runs `act` under a lock that all tabs share; false when another tab holds it. */
  readonly exclusively: (name: string, act: () => Promise<void>) => Promise<boolean>;
}

/** Where a work goes, and in whose name. */
interface Wall {
  readonly token: string;
  readonly classHashCode: string;
}

/** Exponential backoff in milliseconds: the pause doubles up to five minutes. */
const [firstPause, longestPause] = [4000, 300_000];

/**
 * Sends works to the walls and retries with exponential backoff. The server accepts each work once (idempotency by its
 * client id).
 */
export function createSender({ store, ownerOf, post, follow, exclusively }: SenderParts) {
  const listeners = createListeners();
  const states = new Map<string, SendState>();
  const running = new Map<string, AbortController>();
  let snapshot: ReadonlyMap<string, SendState> = new Map();
  let queue: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires, in milliseconds since 1970. */
  let due = 0;
  let failures = 0;

  function change(id: string, state: SendState | undefined): void {
    if (state) states.set(id, state);
    else states.delete(id);
    snapshot = new Map(states);
    listeners.tell();
  }

  /** Sends one file at a time, since parallel uploads would all take longer. */
  function enqueue<Value>(act: () => Promise<Value>): Promise<Value> {
    const done = queue.then(act);
    queue = done.catch(() => undefined);
    return done;
  }

  /**
   * Schedules the next round. The longest pause that a work of this round asks for wins. A round counts as one failure,
   * however many works failed.
   */
  function scheduleRound(seconds = 0): void {
    const isFirst = timer === undefined;
    const next =
      Date.now() + Math.max(seconds * 1000, isFirst ? Math.min(firstPause * 2 ** failures, longestPause) : 0);
    if (isFirst) failures += 1;
    else if (next <= due) return;
    clearTimer();
    due = next;
    timer = setTimeout(() => void round(), due - Date.now());
  }

  function clearTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  async function round(): Promise<void> {
    clearTimer();
    const works = await store.select(briefOf);
    const ids = new Set(works.map(({ id }) => id));
    for (const [id, { step }] of states)
      if (step !== 'arrived' && !ids.has(id) && !running.has(id)) void dropMissing(id);
    for (const work of works) {
      if (!isSent(work) || running.has(work.id)) continue;
      if (work.stuck === null) void attempt(work.id);
      else change(work.id, { step: 'waiting', words: work.stuck, received: work.requestId !== null });
    }
  }

  /** Drops a work that another tab has sent or deleted. A work that cannot be read now is kept. */
  async function dropMissing(id: string): Promise<void> {
    const isMissing = (await store.one(id).catch(() => true)) === undefined;
    if (isMissing && !running.has(id)) change(id, undefined);
  }

  async function attempt(id: string): Promise<void> {
    const own = new AbortController();
    running.set(id, own);
    // The store may answer in the next round.
    const mine = await exclusively(id, () => deliver(id, own.signal)).catch(() => false);
    running.delete(id);
    if (!mine) scheduleRound();
  }

  async function deliver(id: string, signal: AbortSignal): Promise<void> {
    // Another tab may have sent the work already, or been refused.
    const work = await store.one(id);
    if (!work || !isSent(work)) return change(id, undefined);
    // A page treats a work without a state as deleted.
    if (work.stuck !== null)
      return change(id, { step: 'waiting', words: work.stuck, received: work.requestId !== null });
    const owner = ownerOf(work.profileId);
    if (owner === undefined) return stop(id, 'sendNotYourClass', true);
    const { token } = owner;
    const classHashCode = currentCode(work, owner.place);
    let { requestId } = work;
    try {
      requestId ??= await enqueue(() => send(id, { token, classHashCode }, signal));
      if (signal.aborted) return;
      if (!(await store.change(id, (kept) => ({ ...kept, requestId })))) return change(id, undefined);
      change(id, { step: 'preparing' });
      const outcome = await follow({ requestId, classHashCode, token, signal });
      if (signal.aborted || !outcome) return;
      if (outcome.kind === 'rejected') return await stop(id, refusalOf(outcome.messageKey), false);
      failures = 0;
      await store.remove(id);
      change(id, { step: 'arrived', shown: outcome.shown });
    } catch (error) {
      if (signal.aborted) return;
      const problem = problemOf(error);
      const words = refusalBy(problem);
      const { profileId } = (await store.one(id).catch(() => undefined)) ?? work;
      // Meanwhile the profile was merged into another one, which owns the work now. The next round sends the work.
      if (profileId !== work.profileId) return scheduleRound();
      if (!isTemporary(problem)) return await stop(id, words, requestId !== null || isOfClass(words));
      change(id, { step: 'waiting', words, received: requestId !== null });
      scheduleRound(problem.retryAfter);
    }
  }

  /** Reads the bytes only when the upload starts: the bytes of all queued works would take too much memory. */
  async function send(id: string, { token, classHashCode }: Wall, signal: AbortSignal): Promise<string> {
    const onProgress = (share: number) => signal.aborted || change(id, { step: 'sending', share });
    onProgress(0);
    const work = await store.one(id);
    signal.throwIfAborted();
    if (!work) throw new Error('The work has gone');
    return post({ work: { ...work, classHashCode }, token, onProgress, signal });
  }

  /**
   * Stops until the child sends the work again. A refused file then has a new client id, since the server would repeat
   * the refusal for the old one. When the class or the token was refused, the server may have received the file in an
   * earlier try; when only the question after the outcome was refused, it has the file. Then the client id stays
   * (`keepsId`), so that the work arrives once.
   */
  async function stop(id: string, words: SendProblem, keepsId: boolean): Promise<void> {
    const renewed = keepsId ? {} : { clientId: randomUuid(), requestId: null };
    let received = false;
    const isThere = await store.change(id, (kept) => {
      const stopped = { ...kept, ...renewed, stuck: words };
      received = stopped.requestId !== null;
      return stopped;
    });
    change(id, isThere ? { step: 'waiting', words, received } : undefined);
  }

  /** The work with its class by id, as far as the device knows the class. */
  const aimed = (work: SentWork, kept: Work | undefined): SentWork =>
    withClassId(work, { kept, place: ownerOf(work.profileId)?.place });

  function now(): void {
    failures = 0;
    void round();
  }

  return {
    getState: (): ReadonlyMap<string, SendState> => snapshot,

    subscribe: listeners.subscribe,

    /** The child sends a work, for the first time or again. */
    async send(work: SentWork): Promise<void> {
      const { id } = work;
      change(id, { step: 'sending', share: 0 });
      // The page's copy may be older than the stored state.
      const sent = (kept: Work): Work => ({
        ...aimed(work, kept),
        clientId: kept.clientId,
        requestId: kept.requestId,
        stuck: null,
      });
      const isThere = await store.change(id, sent).catch(() => false);
      if (!isThere) await store.keep({ ...aimed(work, undefined), stuck: null });
      now();
    },

    /** The child sends a stopped work again. */
    async again(id: string): Promise<void> {
      change(id, { step: 'sending', share: 0 });
      const sent = (kept: Work): Work => ({ ...(isSent(kept) ? aimed(kept, kept) : kept), stuck: null });
      await store.change(id, sent).catch(() => false);
      now();
    },

    /** Retries all waiting works at once. */
    now,

    /** The child deletes the work. */
    forget: async (id: string): Promise<void> => {
      running.get(id)?.abort();
      await store.remove(id);
      change(id, undefined);
    },
  };
}

import { isObject } from '#web/shared/is-object.ts';
import { createListeners } from '#web/shared/listeners.ts';
import { singleFlight } from '#web/shared/single-flight.ts';
import type { FollowBoardInput } from './board.lazy.generated.ts';
import { bearer } from '#web/student/platform/apollo/student-client.ts';
import { askBoard, BoardGone, isBoardGone, readStream } from './board-stream.ts';

/** The page to which a board leads tablets. */
export interface BoardPage {
  readonly id: string;
  readonly version: number;
  readonly contentHashCode: string;
  readonly contentType: string;
}

export interface BoardState {
  /** The board's page; null while the board does not lead. */
  readonly page: BoardPage | null;
  readonly isFollowing: boolean;
  /** True while the tablet asks the child whether to follow. */
  readonly isAsked: boolean;
}

/** A tablet's report about the page that the tablet shows. */
export type Report = Omit<FollowBoardInput, 'classHashCode' | 'sessionId' | 'isFollowing'>;

interface Options {
  readonly classHashCode: string;
  /** The child's bearer token. */
  readonly token: string;
  readonly send: (input: FollowBoardInput) => Promise<unknown>;
}

/** Intervals and delays in milliseconds. */
const times = {
  /** The polling interval while no board leads. */
  idle: 10_000,
  /** The polling interval while the stream is interrupted. */
  cut: 3_000,
  /** The interval of the heartbeats of a following tablet. */
  heartbeat: 30_000,
  /** The first delay before a broken stream is opened again; exponential back-off doubles the delay. */
  again: 1_000,
  longest: 15_000,
};

const nothing: BoardState = { page: null, isFollowing: false, isAsked: false };

/**
 * The link of a tablet to the board of its class. Polling detects that a board leads. A following tablet listens to a
 * stream, and polls while the stream is interrupted. A hidden page does neither, and polls at once when it is shown.
 * After a 404 for the class's code, the tablet asks again only when the page is shown again: the address of a school may
 * have only a limited number of misses.
 */
export function createBoardLink({ classHashCode, token, send }: Options) {
  const listeners = createListeners();
  const declined = new Set<string>();
  let ends = new AbortController();
  let state = nothing;
  let latest: Report = {};
  let lastEventId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream: AbortController | undefined;
  let isOpen = false;
  let isGone = false;
  let pause = times.again;

  function change(next: Partial<BoardState>): void {
    state = { ...state, ...next };
    listeners.tell();
  }

  const headers = { 'x-class': classHashCode };

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden || ends.signal.aborted) return;
    try {
      const response = await askBoard(headers, ends.signal);
      isGone = isBoardGone(response);
      if (isGone) leaveBoard();
      else if (response.ok) await take(await response.json());
    } catch {
      // Without a network the tablet keeps its page, and comes to the current one when the network is back.
    }
    if (!isOpen) wait();
  }

  function wait(): void {
    clearTimeout(timer);
    if (!ends.signal.aborted && !isGone)
      timer = setTimeout(() => void look(), state.isFollowing ? times.cut : times.idle);
  }

  /** Handles an answer of the gateway, from a poll or from the stream. */
  async function take(answer: unknown): Promise<void> {
    const page = pageOf(answer);
    if (page === null) {
      leaveBoard();
      return wait();
    }
    const isKnown = state.page?.id === page.id;
    // A late answer with an older version must not lead the tablet back.
    if (isKnown && page.version <= (state.page?.version ?? 0)) return;
    if (isKnown) return change({ page });
    stop();
    const isFollowing = await followsAlready().catch(() => false);
    if (ends.signal.aborted) return;
    change({ page, isFollowing, isAsked: !isFollowing && !declined.has(page.id) });
    if (isFollowing) begin();
    else wait();
  }

  function leaveBoard(): void {
    stop();
    if (state.page) change(nothing);
  }

  /** Whether the child has agreed already, on this tablet or another one. */
  async function followsAlready(): Promise<boolean> {
    const response = await askBoard({ ...headers, ...bearer(token) }, ends.signal);
    const answer: unknown = await response.json();
    return isObject(answer) && answer.isFollowing === true;
  }

  function begin(): void {
    void sendReport();
    pause = times.again;
    void listen();
  }

  async function listen(): Promise<void> {
    stop();
    if (!state.isFollowing || document.hidden || ends.signal.aborted) return;
    const own = new AbortController();
    stream = own;
    wait();
    try {
      await readStream({
        headers: { ...headers, ...bearer(token) },
        lastEventId,
        signal: own.signal,
        onOpen: () => {
          isOpen = true;
          pause = times.again;
          clearTimeout(timer);
        },
        onEvent: (id, data) => {
          lastEventId = id;
          void take(JSON.parse(data));
        },
      });
    } catch (error) {
      // The child has left the class. A request every few seconds would be another miss each time.
      if (error instanceof BoardGone && stream === own) {
        stop();
        change({ isFollowing: false, isAsked: false });
        return wait();
      }
      // Polling continues until the stream works again.
    }
    if (own.signal.aborted || stream !== own) return;
    isOpen = false;
    wait();
    // The answer to a poll is shared by all tablets of the class, so a code that has ended is one miss for all of them.
    const reconnect = async () => {
      if (stream === own) await look();
      if (stream === own) await listen();
    };
    // Jitter: after a restart of the gateway, forty tablets must not reconnect at the same moment.
    setTimeout(() => void reconnect(), pause * (0.5 + Math.random()));
    pause = Math.min(pause * 2, times.longest);
  }

  function stop(): void {
    stream?.abort();
    stream = undefined;
    isOpen = false;
  }

  // An older report that arrives last would undo a newer one.
  const { run: sendReport } = singleFlight(async () => {
    const { page, isFollowing } = state;
    if (!page || document.hidden || ends.signal.aborted) return;
    await send({ ...latest, classHashCode, sessionId: page.id, isFollowing }).catch(() => undefined);
  });

  const onSeen = () => {
    stop();
    clearTimeout(timer);
    if (document.hidden) return;
    lastEventId = '';
    void look().then(() => state.isFollowing && begin());
  };

  return {
    /** Begins to look, until the returned function is called. */
    open: (): (() => void) => {
      ends = new AbortController();
      document.addEventListener('visibilitychange', onSeen, { signal: ends.signal });
      window.addEventListener('online', onSeen, { signal: ends.signal });
      const heartbeats = setInterval(() => state.isFollowing && void sendReport(), times.heartbeat);
      void look();
      return () => {
        ends.abort();
        stop();
        clearTimeout(timer);
        clearInterval(heartbeats);
      };
    },

    getState: (): BoardState => state,

    subscribe: listeners.subscribe,

    follow: (): void => {
      change({ isFollowing: true, isAsked: false });
      begin();
    },

    /** The child is not asked again in this lesson. */
    leave: (): void => {
      if (state.page) declined.add(state.page.id);
      const wasFollowing = state.isFollowing;
      stop();
      change({ isFollowing: false, isAsked: false });
      if (wasFollowing) void sendReport();
      wait();
    },

    /** Takes the shown page and the child's activity there; sends a changed report to the board. */
    report: (now: Report): void => {
      if (JSON.stringify(now) === JSON.stringify(latest)) return;
      latest = now;
      if (state.isFollowing) void sendReport();
    },
  };
}

function pageOf(answer: unknown): BoardPage | null {
  if (!isObject(answer) || !isObject(answer.session)) return null;
  const { id, version, contentHashCode, contentType } = answer.session;
  if (typeof id !== 'string' || typeof version !== 'number' || typeof contentHashCode !== 'string') return null;
  return { id, version, contentHashCode, contentType: String(contentType) };
}

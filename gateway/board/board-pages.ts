import { GraphQLError } from 'graphql';
import { boardPage, type BoardPageState, studentBoard } from '#schema/rest/board-sessions.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import { addressOf } from '#gateway/rest/address.ts';
import { type Caller, callerHeaders } from '#gateway/rest/caller.ts';
import { CallEnd } from '#gateway/rest/call-signal.ts';
import { readAnswer } from '#gateway/rest/client.ts';
import type { Upstream } from '#gateway/rest/upstream.ts';

/** The events of a stream: another page or none, or the end of the class's code. */
export interface Listener {
  readonly onPage: (session: BoardPageState['session']) => void;
  /** The class's code is not valid any more. */
  readonly onGone: () => void;
}

interface Options {
  /** Milliseconds between two requests about a class. */
  readonly pace: number;
  /** Milliseconds that a request may take. */
  readonly timeout: number;
}

interface Watched {
  readonly listeners: Set<Listener>;
  session: BoardPageState['session'];
  timer?: ReturnType<typeof setTimeout>;
}

interface Question {
  readonly classHashCode: string;
  readonly headers: Record<string, string>;
}

interface Asked {
  /** When /api is asked again, in milliseconds since 1970. */
  until: number;
  readonly answer: Promise<BoardPageState>;
}

/** More classes than a gateway serves in one second. */
const mostRemembered = 5_000;
// How many paces a 404 is cached: /api counts each request for an unknown code as a miss of the caller's address.
const pacesUnknown = 5;
// The longest pause of the exponential back-off while /api fails.
const longestPause = 8_000;
const refusals = new Set([401, 403, 404]);

/**
 * The pages of boards. Single flight: /api is asked once in each interval, however many tablets of a class listen,
 * since its answer to a class's code is the same for all of them. Each gateway asks on its own, so gateways need no
 * connection to each other.
 */
export function createBoardPages(upstream: Pick<Upstream, 'send'>, { pace, timeout }: Options) {
  const watched = new Map<string, Watched>();
  const askedByClass = new Map<string, Asked>();

  async function ask<Op extends typeof boardPage | typeof studentBoard>(
    operation: Op,
    { classHashCode, headers }: Question,
  ): Promise<ResponseOf<Op>> {
    const end = new CallEnd();
    const timer = setTimeout(() => end.abort(new Error('the board page took too long')), timeout);
    try {
      const path = addressOf(operation, {}, { ClassHashCode: classHashCode });
      const answer = await upstream.send({ method: 'GET', path, headers, signal: end });
      // The API's router parses every answer by this same declaration.
      return readAnswer(operation, answer) as ResponseOf<Op>;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The page of a class's board, at most one pace old. Rejects with the problem of /api; a 404 may be some paces old. */
  function current(classHashCode: string, caller: Caller): Promise<BoardPageState> {
    const cached = askedByClass.get(classHashCode);
    if (cached && Date.now() < cached.until) return cached.answer;
    const answer = ask(boardPage, { classHashCode, headers: callerHeaders(caller) });
    const entry: Asked = { until: Date.now() + pace, answer };
    if (askedByClass.size >= mostRemembered) askedByClass.clear();
    askedByClass.set(classHashCode, entry);
    answer.catch((error: unknown) => {
      if (isUnknown(error)) entry.until += (pacesUnknown - 1) * pace;
      // Other errors are not cached: the next caller asks again.
      else if (askedByClass.get(classHashCode) === entry) askedByClass.delete(classHashCode);
    });
    return answer;
  }

  /** Whether /api refuses the child: the token has ended, or the child has left the class. False while /api fails. */
  async function isRefused(classHashCode: string, caller: Caller): Promise<boolean> {
    const headers = { ...callerHeaders(caller), authorization: caller.authorization ?? '' };
    try {
      await ask(studentBoard, { classHashCode, headers });
      return false;
    } catch (error) {
      return error instanceof GraphQLError && refusals.has(Number(error.extensions['status']));
    }
  }

  function next(classHashCode: string, of: Watched, caller: Caller, pause = pace): void {
    // During a request the last stream can leave and a new stream can join: then another polling loop runs.
    const isOver = () => watched.get(classHashCode) !== of;
    of.timer = setTimeout(() => {
      current(classHashCode, caller).then(
        ({ session }) => {
          if (isOver()) return;
          if (!isSame(session, of.session)) {
            of.session = session;
            for (const { onPage } of of.listeners) onPage(session);
          }
          next(classHashCode, of, caller);
        },
        (error: unknown) => {
          if (isOver()) return;
          if (!isUnknown(error)) return next(classHashCode, of, caller, Math.min(pause * 2, longestPause));
          // A later stream starts its own polling loop.
          watched.delete(classHashCode);
          for (const { onGone } of [...of.listeners]) onGone();
        },
      );
    }, pause);
  }

  /** Calls a listener with each page after the current one, until the returned function is called. */
  function watch(
    { classHashCode, session, caller }: { classHashCode: string; session: BoardPageState['session']; caller: Caller },
    listener: Listener,
  ): () => void {
    let of = watched.get(classHashCode);
    if (of) of.listeners.add(listener);
    else {
      of = { listeners: new Set([listener]), session };
      // /api has just accepted the code.
      askedByClass.delete(classHashCode);
      watched.set(classHashCode, of);
      next(classHashCode, of, caller);
    }
    const joined = of;
    // The other streams may have received a newer page since this stream's first answer.
    if (!isSame(joined.session, session)) listener.onPage(joined.session);
    return () => {
      joined.listeners.delete(listener);
      if (joined.listeners.size > 0 || watched.get(classHashCode) !== joined) return;
      clearTimeout(joined.timer);
      watched.delete(classHashCode);
    };
  }

  return { current, isRefused, watch };
}

/** The id of the last event that a tablet received (`Last-Event-ID`). */
export const eventIdOf = (session: BoardPageState['session']): string =>
  session ? `${session.id}.${session.version}` : 'none';

const isSame = (one: BoardPageState['session'], other: BoardPageState['session']): boolean =>
  eventIdOf(one) === eventIdOf(other);

const isUnknown = (error: unknown): boolean => error instanceof GraphQLError && error.extensions['status'] === 404;

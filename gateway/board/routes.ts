import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import { type BoardPageState, studentBoard } from '#schema/rest/board-sessions.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { callerOf, type ContextParts, createContext } from '#gateway/context.ts';
import { nameRoute } from '#gateway/http/request-log.ts';
import { sendProblem } from '#gateway/http/problems.ts';
import { createBoardPages, eventIdOf } from './board-pages.ts';

/** In milliseconds. */
export interface BoardTimes {
  /** Between two requests about the page of a class. */
  readonly pace: number;
  /** Between two heartbeats, which keep proxies from closing an idle stream. */
  readonly heartbeat: number;
  /** The longest life of a stream. Then the tablet opens another one with its current token. */
  readonly stream: number;
}

// A child has a tablet or two; more streams of one token are a fault.
const streamsOfToken = 4;
// The pages are asked for without a token, so each stream asks once a minute whether its child still belongs to the class.
const heartbeatsOfCheck = 4;

interface Stream {
  readonly end: () => void;
}

/**
 * `GET /board-page`: the page to which a class's board leads its tablets, as JSON, with a child's token with `isFollowing`,
 * or as a stream of server-sent events for a child who follows. The class's code and the token come in headers, as addresses are logged by proxies.
 */
export function createBoard(parts: ContextParts, { pace, heartbeat, stream: longest }: BoardTimes) {
  const pages = createBoardPages(parts.upstream, { pace, timeout: parts.timeouts.call });
  const streams = new Set<Stream>();
  const ofToken = new Map<string, number>();
  let closed = false;

  /** Counts a stream of a token; false past the limit. */
  function admit(token: string): boolean {
    const count = ofToken.get(token) ?? 0;
    if (count >= streamsOfToken) return false;
    ofToken.set(token, count + 1);
    return true;
  }

  function release(token: string): void {
    const count = (ofToken.get(token) ?? 1) - 1;
    if (count > 0) ofToken.set(token, count);
    else ofToken.delete(token);
  }

  function open(request: Request, response: Response, { classHashCode, session }: Opening): void {
    const token = createHash('sha256')
      .update(request.get('authorization') ?? '')
      .digest('base64url');
    if (!admit(token)) return refuse(response, 429);
    response.status(200).set({
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that transforms or buffers would hold the events back.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.flushHeaders();
    // `close` comes only when the tablet has read the end; until then nothing more may be written.
    const say = (text: string) => void (response.writableEnded || response.write(text));
    const tell = (page: BoardPageState['session']) => say(eventOf(page));
    // A tablet that reconnects and already shows this page gets no event.
    if (request.get('last-event-id') !== eventIdOf(session)) tell(session);
    const end = () => void (response.writableEnded || response.end());
    const late = setTimeout(end, longest);
    const caller = callerOf(request, response);
    const check = async () => {
      if (await pages.isRefused(classHashCode, caller)) end();
    };
    let count = 0;
    const beats = setInterval(() => {
      say(': \n\n');
      count += 1;
      if (count % heartbeatsOfCheck === 0 && !response.writableEnded) void check();
    }, heartbeat);
    const leave = pages.watch({ classHashCode, session, caller }, { onPage: tell, onGone: end });
    const stream = { end };
    streams.add(stream);
    response.on('close', () => {
      clearInterval(beats);
      clearTimeout(late);
      leave();
      streams.delete(stream);
      release(token);
    });
  }

  const handle: RequestHandler = async (request, response) => {
    const classHashCode = request.get('x-class') ?? '';
    if (closed) return refuse(response, 503);
    try {
      const isStream = request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
      if (!isStream && request.get('authorization') === undefined)
        return sendPage(response, await pages.current(classHashCode, callerOf(request, response)));
      const { client } = createContext(parts, request, response);
      const board = await client.call(studentBoard, { query: { ClassHashCode: classHashCode } });
      if (response.destroyed) return undefined;
      if (!isStream) return sendPage(response, board);
      return open(request, response, { classHashCode, session: board.session });
    } catch (error) {
      const status = error instanceof GraphQLError ? Number(error.extensions['status']) : 502;
      return response.destroyed ? undefined : refuse(response, status);
    }
  };

  return {
    routes: Router().get('/board-page', nameRoute('/board-page'), handle),
    /** The number of open streams. */
    count: () => streams.size,
    /** Ends all streams, so that the process can end; tablets go on with another gateway. */
    close(): void {
      closed = true;
      for (const { end } of [...streams]) end();
    },
  };
}

interface Opening {
  readonly classHashCode: string;
  readonly session: BoardPageState['session'];
}

const typeNames = new Map<number, string>(Object.entries(ContentType).map(([name, value]) => [value, name]));

/** The page as tablets read it: its type by its name, as in GraphQL. */
const named = (session: BoardPageState['session']) =>
  session && { ...session, contentType: typeNames.get(session.contentType) };

const eventOf = (session: BoardPageState['session']): string =>
  `id: ${eventIdOf(session)}\nevent: page\ndata: ${JSON.stringify({ session: named(session) })}\n\n`;

function sendPage(response: Response, { session, ...rest }: BoardPageState): void {
  response.set('cache-control', 'no-store').json({ ...rest, session: named(session) });
}

function refuse(response: Response, status: number): void {
  if (status === 429 || status === 503) response.set('retry-after', '5');
  sendProblem(response, status);
}

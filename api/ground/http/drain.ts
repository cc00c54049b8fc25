import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';

const limitMs = 10_000;
const noticeMs = 300;
const stepMs = 20;

/** Whether the process accepts new work: from its start until a shutdown begins. */
export interface Life {
  ready: boolean;
}

/** During a shutdown, sends `connection: close`, so that the client opens its next connection elsewhere. */
export function setConnectionClose(response: ServerResponse, life: Readonly<Life>): void {
  if (!life.ready) response.setHeader('connection', 'close');
}

/** Middleware that sets `connection: close` on every answer while the process drains. */
export function closingAnswers(life: Readonly<Life>): RequestHandler {
  return (_request, response, next) => {
    setConnectionClose(response, life);
    next();
  };
}

/** A server's answers in flight, from its first request on. */
export type AnswersUnderWay = ReadonlySet<ServerResponse>;

/** Tracks a server's answers in flight. */
export function answersUnderWay(server: Server): AnswersUnderWay {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

export interface Draining {
  readonly server: Server;
  readonly answers: AnswersUnderWay;
  readonly life: Life;
}

/** Stops a server gracefully: idle connections get a moment to close, answers in flight ten seconds. */
export async function drain({ server, answers, life }: Draining): Promise<void> {
  life.ready = false;
  // A slow answer that began before the shutdown would keep its connection open for the client's next request.
  for (const response of answers) if (!response.headersSent) setConnectionClose(response, life);
  await untilNone(server, noticeMs);
  // Requests that have arrived are read first: closing a socket with unread bytes resets it.
  await afterReading();
  // http.Server.close would end idle connections at once, even one on which a request is arriving.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await untilNone(server, noticeMs);
  await untilNone(server, limitMs, async () => {
    await afterReading();
    server.closeIdleConnections();
  });
  server.closeAllConnections();
  await closed;
}

async function untilNone(server: Server, ms: number, meanwhile = async () => {}): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end && (await connections(server)) > 0) {
    await meanwhile();
    await delay(stepMs);
  }
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

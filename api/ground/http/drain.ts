import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';

const limitMs = 10_000;
const noticeMs = 300;
const stepMs = 20;

/** Whether the process takes new work: true from its start until it is told to stop. */
export interface Life {
  ready: boolean;
}

/** While the process ends, an answer says that its connection ends with it, so that the client opens none of ours again. */
export function setParting(response: ServerResponse, life: Readonly<Life>): void {
  if (!life.ready) response.setHeader('connection', 'close');
}

/** The same of every answer. */
export function partingAnswers(life: Readonly<Life>): RequestHandler {
  return (_request, response, next) => {
    setParting(response, life);
    next();
  };
}

/** The answers of a server that are under way, from its first request on. */
export type AnswersUnderWay = ReadonlySet<ServerResponse>;

/** Knows every answer of a server that is under way. */
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

/** Stops a server without a reset: idle connections get a moment to learn of it, answers under way ten seconds. */
export async function drain({ server, answers, life }: Draining): Promise<void> {
  life.ready = false;
  // A slow answer that began before would leave its connection open, to be closed while its client sends again.
  for (const response of answers) if (!response.headersSent) setParting(response, life);
  await untilNone(server, noticeMs);
  // What has arrived is read first: closing a socket with unread bytes resets it.
  await afterReading();
  // HTTP's own close would cut idle connections at once, also one that a request is travelling on.
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

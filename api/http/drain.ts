import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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

/** Stops a server without a reset: idle connections get a moment to learn of it, answers under way ten seconds. */
export async function drain(server: Server, life: Life): Promise<void> {
  life.ready = false;
  await untilNone(server, noticeMs);
  // HTTP's own close would cut idle connections at once, also one that a request is travelling on.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await untilNone(server, noticeMs);
  await untilNone(server, limitMs, () => server.closeIdleConnections());
  server.closeAllConnections();
  await closed;
}

async function untilNone(server: Server, ms: number, meanwhile = () => {}): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end && (await connections(server)) > 0) {
    meanwhile();
    await delay(stepMs);
  }
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

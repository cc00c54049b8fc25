import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as afterReading, setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';

const lull = 500;
const step = 20;

/** Closes a server without cutting off an answer (graceful shutdown). */
export class Drain {
  readonly #server: Server;
  readonly #limit: number;
  readonly #open = new Set<Response>();
  #draining = false;
  #closing = false;

  /** `limit`: how long answers in flight may take, in milliseconds. */
  constructor(server: Server, limit: number) {
    this.#server = server;
    this.#limit = limit;
  }

  /** The number of answers in flight. */
  get count(): number {
    return this.#open.size;
  }

  /** Whether a part of an answer has been written to a connection. */
  hasSentHeaders(socket: Duplex): boolean {
    return [...this.#open].some((response) => response.socket === socket && response.headersSent);
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Counts an answer as in flight until it ends. While the server closes, the connection ends with the answer. */
  track(response: Response): void {
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    if (this.#closing) response.set('connection', 'close');
  }

  /** Resolves when every connection has ended. */
  async finish(): Promise<void> {
    const end = Date.now() + this.#limit;
    this.#draining = true;
    if (!this.#server.listening) return;
    // The server stays open for a moment, so that a load balancer sees it as unready and sends requests elsewhere.
    await this.#lull();
    this.#closing = true;
    for (const response of this.#open) if (!response.headersSent) response.set('connection', 'close');
    // http.Server.close would end idle connections now, and a client that starts to send on one would see a reset.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    await this.#lull();
    while (Date.now() < end && this.#open.size > 0) await wait(step);
    // Requests that have arrived are read first: closing a socket with unread bytes resets it.
    await afterReading();
    this.#server.closeIdleConnections();
    if (this.#open.size > 0) this.#server.closeAllConnections();
    // A connection whose request was answered before its body was read counts neither as open here nor as idle.
    const late = setTimeout(() => this.#server.closeAllConnections(), lull);
    await closed;
    clearTimeout(late);
  }

  async #lull(): Promise<void> {
    const end = Date.now() + lull;
    while (Date.now() < end && (await this.#connections()) > 0) await wait(step);
  }

  #connections(): Promise<number> {
    return new Promise((resolve) => this.#server.getConnections((error, count) => resolve(error ? 0 : count)));
  }
}

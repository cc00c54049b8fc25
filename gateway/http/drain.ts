import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';

const lull = 500;
const step = 20;

/** Lets a server end without cutting anybody off. */
export class Drain {
  readonly #server: Server;
  readonly #limit: number;
  readonly #open = new Set<Response>();
  #draining = false;

  /** `limit` is how long, in milliseconds, answers under way may take. */
  constructor(server: Server, limit: number) {
    this.#server = server;
    this.#limit = limit;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Knows every answer under way; while draining, each says that its connection ends with it. */
  readonly track: RequestHandler = (_request, response, next) => {
    this.#open.add(response);
    response.on('close', () => this.#open.delete(response));
    if (this.#draining) response.set('connection', 'close');
    next();
  };

  async finish(): Promise<void> {
    const end = Date.now() + this.#limit;
    this.#draining = true;
    for (const response of this.#open) if (!response.headersSent) response.set('connection', 'close');
    if (!this.#server.listening) return;
    // A client may be sending on an idle connection this very moment; closing it now would look like a reset.
    const quiet = Date.now() + lull;
    while (Date.now() < quiet && (await this.#connections()) > 0) await wait(step);
    const closed = new Promise((resolve) => this.#server.close(resolve));
    while (Date.now() < end && this.#open.size > 0) await wait(step);
    this.#server.closeIdleConnections();
    if (this.#open.size > 0) this.#server.closeAllConnections();
    await closed;
  }

  #connections(): Promise<number> {
    return new Promise((resolve) => this.#server.getConnections((error, count) => resolve(error ? 0 : count)));
  }
}

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { type Times, timesOf } from './measure.ts';

/** What a stretch of load came to. */
export interface Load {
  /** Whole rounds of requests, one after another on a connection, in a second. */
  readonly perSecond: number;
  readonly times: Times;
}

/** What came back for one request. */
export interface Answer {
  readonly status: number;
  /** In bytes, with its head. */
  readonly size: number;
  text(): string;
}

/** One HTTP request as text; a body is sent as JSON. */
export function requestText(path: string, headers: Readonly<Record<string, string>>, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Kept connections on bare sockets: two cores are shared with those that are measured, and an HTTP client would take
 * as much of them as a proxy does. Whatever is not a 200 with a length ends the run, since its time would mean nothing.
 */
export class Connections {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  static async open(url: string, count: number): Promise<Connections> {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).setNoDelay());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return new Connections(sockets);
  }

  /** Every connection sends the requests in turn, over and over, until the time is over. */
  async load(requests: readonly string[], milliseconds: number): Promise<Load> {
    const round = requests.map((text) => Buffer.from(text));
    const samples: number[] = [];
    const start = performance.now();
    const keepAsking = async (socket: Socket): Promise<void> => {
      while (performance.now() - start < milliseconds) {
        const startedAt = performance.now();
        for (const request of round) assertOk(await exchange(socket, request));
        samples.push(performance.now() - startedAt);
      }
    };
    await Promise.all(this.#sockets.map(keepAsking));
    const perSecond = (samples.length * 1000) / (performance.now() - start);
    return { perSecond, times: timesOf(samples) };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function assertOk(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text()}`);
}

const decoded = (body: Buffer, isBrotli: boolean): Buffer => (isBrotli ? brotliDecompressSync(body) : body);

/** Sends a request on a kept connection and reads the answer, whose head must give its length. */
export function exchange(socket: Socket, request: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let missing = Infinity;
    let status = 0;
    let size = 0;
    let isBrotli = false;
    const parts: Buffer[] = [];
    const end = (error?: Error) => {
      socket.off('data', take).off('error', end).off('close', closed);
      if (error) reject(error);
      else resolve({ status, size, text: () => decoded(Buffer.concat(parts), isBrotli).toString() });
    };
    const closed = () => end(new Error('the connection was closed'));
    const takeBody = (chunk: Buffer) => {
      missing -= chunk.length;
      parts.push(chunk);
      if (missing <= 0) end();
    };
    const take = (chunk: Buffer) => {
      if (missing < Infinity) return takeBody(chunk);
      head = Buffer.concat([head, chunk]);
      const at = head.indexOf(headEnd);
      if (at < 0) return;
      const text = head.toString('latin1', 0, at);
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
      if (length === undefined) return end(new Error(`an answer without a length: ${text}`));
      status = Number(text.slice(9, 12));
      isBrotli = /\r\ncontent-encoding: *br\b/i.test(text);
      missing = Number(length);
      size = at + headEnd.length + missing;
      takeBody(head.subarray(at + headEnd.length));
    };
    socket.on('data', take).on('error', end).on('close', closed);
    socket.write(request);
  });
}

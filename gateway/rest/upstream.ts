import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { CallSignal } from './call-signal.ts';
import { createJsonReader } from './read-json.ts';
import { bufferedAnswer } from './buffered-answer.ts';

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, beginning with /api. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a stream that is sent as it arrives. */
  readonly body?: string | Readable;
  readonly signal: CallSignal;
}

/** A request whose answer is passed on as a stream. */
export type StreamRequest = UpstreamRequest & { readonly signal: AbortSignal };

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Callers must not change the bytes. */
  readonly body: Buffer;
  /** The body of an answer with equal bytes that arrived lately. Ask once: this answer counts as arrived then. */
  readonly earlier: () => Buffer | undefined;
  /** The body's JSON, which callers must not change; undefined for other content. */
  readonly value: () => unknown;
}

export interface UpstreamOptions {
  readonly apiUrl: string;
  readonly timeouts: { readonly connect: number; readonly call: number; readonly upload: number };
}

/** The keep-alive connections to /api. Files have their own pool, so that slow tablets never delay a call. */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  stream(request: StreamRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

const callConnections = 100;
const largestAnswer = 16 * 1024 * 1024;

export function createUpstream({ apiUrl, timeouts }: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname === '/' ? '' : pathname;
  const connect = { timeout: timeouts.connect };
  // Every call has a time limit of its own (calls.ts), so undici need not start a timer for each.
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  const calls = new Pool(origin, { ...untimed, connect, connections: callConnections, maxResponseSize: largestAnswer });
  const uploads = new Pool(origin, { connect, headersTimeout: timeouts.upload, maxResponseSize: largestAnswer });
  const files = new Pool(origin, { connect, headersTimeout: 3 * timeouts.call, bodyTimeout: 3 * timeouts.call });
  const json = createJsonReader();
  return {
    async send({ method, path, headers: sent, body: content, signal }) {
      const pool = typeof content === 'object' ? uploads : calls;
      const request = { method, path: base + path, headers: sent, body: content };
      const { status, headers, body } = await bufferedAnswer(pool, request, signal);
      let value: unknown;
      return { status, headers, body, earlier: () => json.earlier(body), value: () => (value ??= json.read(body)) };
    },
    stream: ({ path, ...request }) => files.request({ path: base + path, ...request }),
    async close() {
      await Promise.all([calls.destroy(), uploads.destroy(), files.destroy()]);
    },
  };
}

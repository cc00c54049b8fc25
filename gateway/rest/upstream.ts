import { Pool } from 'undici';
import type { Dispatcher } from 'undici';

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, from /api on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface UpstreamOptions {
  readonly apiUrl: string;
  readonly timeouts: { readonly connect: number; readonly call: number };
}

/** The keep-alive connections to /api. Files have their own, so that slow downloads never hold up a call. */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  stream(request: UpstreamRequest): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

const callConnections = 100;
const largestAnswer = 16 * 1024 * 1024;

export function createUpstream({ apiUrl, timeouts }: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname === '/' ? '' : pathname;
  const connect = { timeout: timeouts.connect };
  const calls = new Pool(origin, { connect, connections: callConnections, maxResponseSize: largestAnswer });
  const files = new Pool(origin, { connect, headersTimeout: timeouts.call, bodyTimeout: 3 * timeouts.call });
  return {
    async send({ path, ...request }) {
      const answer = await calls.request({ path: base + path, ...request });
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    },
    stream: ({ path, ...request }) => files.request({ path: base + path, ...request }),
    async close() {
      await Promise.all([calls.destroy(), files.destroy()]);
    },
  };
}

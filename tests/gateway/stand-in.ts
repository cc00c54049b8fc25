import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export interface StandInCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StandIn {
  readonly url: string;
  /** What has arrived so far, in order. */
  readonly calls: StandInCall[];
}

type Answer = (call: StandInCall, response: ServerResponse, number: number) => unknown;

/** A server in place of /api, for faults that the real one never has. Ends with the test. */
export async function startStandIn(answer: Answer): Promise<StandIn> {
  const calls: StandInCall[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      void answer(call, response, calls.length);
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, calls };
}

/** Answers with JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers with a problem, as /api does. */
export function problem(
  response: ServerResponse,
  status: number,
  members: object = {},
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { ...headers, 'content-type': 'application/problem+json' })
    .end(JSON.stringify({ type: 'about:blank', title: 'A title', status, ...members }));
}

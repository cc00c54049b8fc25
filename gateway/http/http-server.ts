import { createServer, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { refusalOf, unexpected } from '#gateway/refusals.ts';

// In milliseconds. A class's tablets send their next request within a minute; an upload may take three minutes.
const times = { keepAliveTimeout: 65_000, requestTimeout: 200_000, connectionsCheckingInterval: 1_000 };
// A client that reads nothing for longer than any answer takes has disconnected. In milliseconds.
const silence = 240_000;

export interface HttpServerOptions {
  /** Milliseconds from the opening of a connection, or the end of its last request, to the end of the headers. */
  readonly headers: number;
  readonly connections: number;
  /** Whether an answer's headers have been sent on a connection. */
  readonly hasSentHeaders: (socket: Duplex) => boolean;
  /** Called for each refused connection, with the limit that it met. */
  readonly refused: (limit: string) => void;
  /** Whether a request's Host names us. */
  readonly isOurHost: (host: string, path: string) => boolean;
  /** Answers a request, which has the classes of `expressClasses`. */
  readonly serve: (request: Request, response: Response) => void;
}

/** The HTTP server of an app, with time limits, a limit of connections, and answers to requests that never reach a route. */
export function createHttpServer(app: Express, options: HttpServerOptions): Server {
  const serve = listener(options.serve);
  const ours: RequestListener = (incoming, outgoing) => {
    if (options.isOurHost(incoming.headers.host ?? '', incoming.url ?? '')) return void serve(incoming, outgoing);
    options.refused('host');
    incoming.socket.end(answer(421));
  };
  const server = createServer({ ...times, ...expressClasses(app), headersTimeout: options.headers }, ours);
  server.setTimeout(silence);
  server.maxConnections = options.connections;
  server.on('drop', () => options.refused('connections'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statuses[error.code ?? ''] ?? 400;
    if (status === 408) options.refused('slow');
    if (!socket.writable || error.code === 'ECONNRESET' || options.hasSentHeaders(socket)) socket.destroy();
    else socket.end(answer(status));
  });
  return server;
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

function answer(status: number): string {
  const { message: title, messageKey } = refusalOf(status) ?? unexpected;
  const body = JSON.stringify({ type: 'about:blank', title, status, messageKey });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The number of times that a header is in a request, by its name in lower case. Names and values alternate. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const its = rawHeaders[at];
    if (its?.length === name.length && its.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Request and response classes with Express's prototypes. Express would change the prototype of every request and
 * response, which takes longer than its routing and keeps their memory until the next full garbage collection.
 */
export function expressClasses(app: Express) {
  class GatewayRequest extends IncomingMessage {
    res: ServerResponse | undefined;
  }
  class GatewayResponse<Its extends IncomingMessage = IncomingMessage> extends ServerResponse<Its> {
    readonly locals = {};
  }
  Object.setPrototypeOf(GatewayRequest.prototype, app.request);
  Object.setPrototypeOf(GatewayResponse.prototype, app.response);
  return { IncomingMessage: GatewayRequest, ServerResponse: GatewayResponse };
}

function listener(serve: HttpServerOptions['serve']): RequestListener {
  return (incoming, outgoing) => {
    // RFC 9112, section 3.2. Node keeps the first one, a proxy in front may have gone by the second.
    if (countOf('host', incoming.rawHeaders) > 1) return void incoming.socket.end(answer(400));
    // Both have Express's prototypes.
    const request = incoming as unknown as Request;
    const response = outgoing as unknown as Response;
    request.res = response;
    serve(request, response);
  };
}

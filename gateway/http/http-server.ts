import { createServer, STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { refusalOf, unexpected } from '#gateway/refusals.ts';
import { expressClasses } from './direct-posts.ts';

// A class's tablets come back within the minute; an upload may take its three minutes.
const times = { keepAliveTimeout: 65_000, requestTimeout: 200_000, connectionsCheckingInterval: 1_000 };
// Whoever takes nothing of an answer for longer than anything of ours is under way has gone.
const silence = 240_000;

export interface HttpServerOptions {
  /** Milliseconds from the opening of a connection, or the end of its last request, to the end of the headers. */
  readonly headers: number;
  readonly connections: number;
  /** Whether an answer has begun on a connection. */
  readonly hasBegun: (socket: Duplex) => boolean;
  /** Hears of a connection that was refused, by the limit it met. */
  readonly refused: (limit: string) => void;
}

/** A server for an app's requests, with its own limits, and its words for what no route ever sees. */
export function createHttpServer(app: Express, options: HttpServerOptions): Server {
  const server = createServer({ ...times, ...expressClasses(app), headersTimeout: options.headers });
  server.setTimeout(silence);
  server.maxConnections = options.connections;
  server.on('drop', () => options.refused('connections'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statuses[error.code ?? ''] ?? 400;
    if (status === 408) options.refused('slow');
    if (!socket.writable || error.code === 'ECONNRESET' || options.hasBegun(socket)) socket.destroy();
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

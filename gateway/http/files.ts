import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { clientDisconnected, failureOf } from '#gateway/rest/failures.ts';
import { traceHeadersOf } from '#gateway/observability/trace-context.ts';
import { messageKeyOf } from '#gateway/rest/errors.ts';
import { jsonIn } from '#gateway/rest/read-json.ts';
import type { Upstream } from '#gateway/rest/upstream.ts';
import type { Dispatcher } from 'undici';
import { clientAddress } from './client-address.ts';
import { sendProblem } from './problems.ts';
import { requestIdOf } from './request-id.ts';
import { nameRoute } from './request-log.ts';

const forwardedHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since', 'user-agent'] as const;
const answered = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
] as const;

// A client that reads nothing for so long has disconnected. A paused player requests the missing part again.
const stalledMilliseconds = 120_000;
const longestProblem = 10_000;

/** `/media/*` and `/downloads/*`: streamed from the same path below /api, which checks the signature in the query. */
export function fileRoutes(upstream: Upstream): Router {
  const pass = passOn(upstream);
  return Router()
    .use('/media', nameRoute('/media/{id}/{fileName}'))
    .use('/downloads', nameRoute('/downloads/{id}/{fileName}'))
    .all(['/media/{*path}', '/downloads/{*path}'], pass);
}

function passOn(upstream: Upstream): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.set('allow', 'GET, HEAD');
      sendProblem(response, 405);
      return;
    }
    if (!isPlain(request.path)) {
      sendProblem(response, 404);
      return;
    }
    const abort = new AbortController();
    response.on('close', () => response.writableFinished || abort.abort(clientDisconnected));
    response.setTimeout(stalledMilliseconds, () => response.destroy());
    try {
      await stream(upstream, request, response, abort.signal);
    } catch (error) {
      fail(response, error);
    }
  };
}

async function stream(upstream: Upstream, request: Request, response: Response, signal: AbortSignal): Promise<void> {
  const file = await upstream.stream({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    path: `/api${request.originalUrl}`,
    headers: headersUp(request, response),
    signal,
  });
  const { statusCode: status, headers } = file;
  if (status >= 300 && status !== 304) {
    const words = await wordsOf(file);
    const messageKey = messageKeyOf({ status, headers, body: Buffer.from(words), value: () => jsonIn(words) });
    for (const name of ['retry-after', 'content-range']) if (headers[name]) response.set(name, headers[name]);
    sendProblem(response, status < 400 || status === 500 ? 502 : status, messageKey);
    return;
  }
  for (const name of answered) if (headers[name] !== undefined) response.set(name, headers[name]);
  // Browsers may show or play the file, but never run scripts in it.
  response.set({ 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' });
  response.status(status);
  await pipeline(file.body, response);
}

// A problem has a few hundred bytes; a longer body is no problem of /api.
async function wordsOf({ body }: Dispatcher.ResponseData): Promise<string> {
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > longestProblem) return '';
  }
  return text;
}

function headersUp(request: Request, response: Response): Record<string, string> {
  const headers: Record<string, string> = {
    ...traceHeadersOf(request.headers),
    'x-request-id': requestIdOf(response),
    'x-forwarded-for': clientAddress(request),
  };
  for (const name of forwardedHeaders) {
    const value = request.get(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

function fail(response: Response, error: unknown): void {
  // When a file breaks off, the connection ends. The browser sees by the announced length that a part is missing.
  if (response.headersSent || response.destroyed) response.destroy();
  else sendProblem(response, failureOf(error) === 'timeout' ? 504 : 502);
}

// A dotted segment could reach another path below /api.
function isPlain(path: string): boolean {
  if (/%2f|%5c|\\/i.test(path)) return false;
  return path.split('/').every((segment, index) => index === 0 || !/^(\.|%2e)*$/i.test(segment));
}

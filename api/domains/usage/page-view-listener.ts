import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isApiKey } from '#api/domains/api-keys/authenticate.ts';
import type { ReadClaims } from '#api/domains/auth/tokens.ts';
import { bearerToken } from '#api/ground/http/bearer-token.ts';
import { type Life, setConnectionClose } from '#api/ground/http/drain.ts';
import { writeProblem } from '#api/ground/http/errors.ts';
import { originOf } from '#api/ground/http/origin.ts';
import { parse } from '#api/ground/http/parse.ts';
import { ApiProblem } from '#api/ground/http/problems.ts';
import { requestIdFor } from '#api/ground/http/request-id.ts';
import type { AnswerLog } from '#api/ground/http/request-log.ts';
import { setHelmets } from '#api/ground/http/security-headers.ts';
import type { Uses } from '#api/ground/services.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import type { RecordPageView } from './record.ts';

const { method, path, body } = recordPageView;
const url = `/api${path}`;
// Far more than the longest page view.
const longestBody = 100_000;
const json = /^application\/json(?:; ?charset=utf-8)?$/i;

// Whether a request is a page view as our own clients send it.
function isPlain(request: IncomingMessage): boolean {
  if (request.method !== method || request.url !== url) return false;
  const { 'content-type': type = '', 'content-length': length = '', 'content-encoding': encoding } = request.headers;
  return encoding === undefined && json.test(type) && Number(length) > 0 && Number(length) <= longestBody;
}

interface Parts extends Uses<'logger'> {
  readonly readClaims: ReadClaims;
  readonly record: RecordPageView;
  readonly life: Readonly<Life>;
  readonly log: AnswerLog;
  /** Serves every other request. */
  readonly app: RequestListener;
}

/**
 * Answers page views without Express, since they come by the thousand; the responses are the same. The writer checks the
 * profiles of a whole batch in one query, so this listener only verifies the token.
 */
export function pageViewListener({ logger, readClaims, record, life, log, app }: Parts): RequestListener {
  async function answer(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void> {
    const requestId = requestIdFor(request);
    const facts = { requestId, route: `${method} ${url}`, caller: 'Nobody' };
    log(request, response, facts);
    response.setHeader('x-request-id', requestId);
    response.setHeader('cache-control', 'no-store');
    setConnectionClose(response, life);
    setHelmets(response);
    try {
      const claims = token === undefined ? undefined : await readClaims(token);
      if (claims) facts.caller = claims.role;
      await record({
        sent: parse(body, await readJson(request)),
        profileId: claims?.aud === 'student' ? claims.sub : null,
        ...originOf(request),
      });
      response.writeHead(204).end();
    } catch (error) {
      writeProblem(response, error, { logger, facts, url });
    }
  }

  return (request, response) => {
    const token = bearerToken(request);
    const byKey = token !== undefined && isApiKey(token);
    if (isPlain(request) && !byKey) void answer(request, response, token);
    else app(request, response);
  };
}

const utf8 = new TextDecoder();

// Reads a JSON object or list; answers 400 for anything else, and nothing when the request breaks off.
async function readJson(request: IncomingMessage): Promise<unknown> {
  const value = valueOf(utf8.decode(await bytesOf(request)));
  if (typeof value !== 'object' || value === null)
    throw new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
  return value;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  });
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isApiKey } from '#api/api-keys/key.ts';
import type { ReadClaims } from '#api/auth/read-claims.ts';
import { bearerToken } from '#api/http/bearer-token.ts';
import { type Life, setParting } from '#api/http/drain.ts';
import { writeProblem } from '#api/http/errors.ts';
import { originOf } from '#api/http/origin.ts';
import { parse } from '#api/http/parse.ts';
import { requestIdFor } from '#api/http/request-id.ts';
import type { AnswerLog } from '#api/http/request-log.ts';
import { setHelmets } from '#api/http/security-headers.ts';
import type { Services } from '#api/services.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { readJson } from './read-json.ts';
import type { RecordPageView } from './record.ts';

const { method, path, body } = recordPageView;
const url = `/api${path}`;
// Many times what the longest page view takes.
const longestBody = 100_000;
const json = /^application\/json(?:; ?charset=utf-8)?$/i;

/** Whether a request is a page view as every client of ours sends it. */
function isPlain(request: IncomingMessage): boolean {
  if (request.method !== method || request.url !== url) return false;
  const { 'content-type': type = '', 'content-length': length = '', 'content-encoding': encoding } = request.headers;
  return encoding === undefined && json.test(type) && Number(length) > 0 && Number(length) <= longestBody;
}

interface Parts extends Pick<Services, 'logger'> {
  readonly readClaims: ReadClaims;
  readonly record: RecordPageView;
  readonly life: Readonly<Life>;
  readonly log: AnswerLog;
  /** Serves whatever is not a plain page view. */
  readonly app: RequestListener;
}

/**
 * Page views, which come by the thousand, without all that Express does for a request; the answers are the same. Whether
 * a profile is still there is asked for many of them at once, by who keeps them.
 */
export function pageViewListener({ logger, readClaims, record, life, log, app }: Parts): RequestListener {
  async function answer(request: IncomingMessage, response: ServerResponse, token: string | undefined): Promise<void> {
    const requestId = requestIdFor(request);
    const facts = { requestId, route: `${method} ${url}`, caller: 'Nobody' };
    log(request, response, facts);
    response.setHeader('x-request-id', requestId);
    response.setHeader('cache-control', 'no-store');
    setParting(response, life);
    setHelmets(response);
    try {
      const claims = token === undefined ? undefined : await readClaims(token);
      if (claims) facts.caller = claims.role;
      await record({
        told: parse(body, await readJson(request)),
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

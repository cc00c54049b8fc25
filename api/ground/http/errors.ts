import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { isDiskFull, isUnreachable } from '#api/ground/db/unavailable.ts';
import { ApiProblem, notFound, unavailable, unsupportedMediaType } from './problems.ts';
import type { RequestFacts } from './request-log.ts';

/** Answers requests that no route matches. */
export const unknownPath: RequestHandler = () => {
  throw notFound();
};

/** Answers every error as problem+json; unknown errors are logged and masked. */
export function problemAnswers(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) next(error);
    else writeProblem(response, error, { logger, facts: response.locals, url: request.originalUrl });
  };
}

interface Asked {
  readonly logger: Logger;
  readonly facts: RequestFacts;
  readonly url: string;
}

export function writeProblem(response: ServerResponse, error: unknown, { logger, facts, url }: Asked): void {
  const problem = asProblem(error);
  const traceId = facts.requestId ?? '';
  if (problem.status >= 500) logger.error({ err: error, requestId: traceId, route: facts.route }, 'request failed');
  const body = Buffer.from(JSON.stringify(problem.body(traceId, instanceOf(url, facts))));
  const headers = { ...problem.headers, 'cache-control': 'no-store', 'content-length': body.length };
  response.writeHead(problem.status, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' });
  response.end(body);
}

// The path without its query, which may hold codes. An unknown path is not repeated.
function instanceOf(url: string, { route }: RequestFacts): string {
  const [path = '/api'] = url.split('?');
  return route === undefined ? '/api' : path;
}

function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isUnreachable(error)) return unavailable();
  if (isDiskFull(error)) return new ApiProblem({ status: 507, messageKey: 'messages.storageFull' });
  const status = bodyParserStatus(error);
  if (status === 413) return new ApiProblem({ status, messageKey: 'messages.fileTooLarge' });
  if (status === 415) return unsupportedMediaType();
  if (status !== undefined) return new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
  return new ApiProblem({ status: 500, messageKey: 'messages.internalError' });
}

// Express's own body errors (malformed JSON, too large, bad charset) and bad percent-encoding carry a 4xx `status`.
function bodyParserStatus(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500 ? error.status : undefined;
}

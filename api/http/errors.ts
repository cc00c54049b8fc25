import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isDiskFull, isUnreachable } from '#api/db/unavailable.ts';
import { ApiProblem, notFound, unavailable, unsupportedMediaType } from './problems.ts';
import { requestIdOf } from './request-id.ts';

/** Everything that no route took. */
export const unknownPath: RequestHandler = () => {
  throw notFound();
};

/** Writes every error as problem+json; what is not a known problem is logged and masked. */
export function problemAnswers(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = asProblem(error);
    const traceId = requestIdOf(response);
    if (problem.status >= 500)
      logger.error({ err: error, requestId: traceId, route: response.locals.route }, 'request failed');
    response
      .status(problem.status)
      .set({ ...problem.headers, 'cache-control': 'no-store' })
      .type('application/problem+json')
      .send(JSON.stringify(problem.body(traceId, instanceOf(request, response))));
  };
}

// Without the query, which may hold codes; an unknown path is not repeated at all.
function instanceOf(request: Request, response: Response): string {
  const [path = '/api'] = request.originalUrl.split('?');
  return response.locals.route === undefined ? '/api' : path;
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

import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Problem } from '#schema/problem.ts';
import { refusalOf, unexpected } from '#gateway/refusals.ts';
import { requestIdOf } from './request-id.ts';

/** Refuses with problem+json, as /api does. */
export function sendProblem(response: Response, status: number): void {
  const { message: title, messageKey } = refusalOf(status) ?? unexpected;
  const problem: Problem = { type: 'about:blank', title, status, traceId: requestIdOf(response), messageKey };
  response
    .status(status)
    .set('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** Refuses in GraphQL's own shape, which is what a GraphQL client can read. */
function sendGraphqlError(response: Response, status: number): void {
  const { code, message, messageKey } = refusalOf(status) ?? unexpected;
  const extensions = { code, status, messageKey, requestId: requestIdOf(response) };
  response.status(status).json({ errors: [{ message, extensions }] });
}

/** Everything that no route took. */
export const unknownPath: RequestHandler = (request, response) => {
  response.locals.route ??= 'unknown';
  if (isGraphql(request.path)) sendGraphqlError(response, 404);
  else sendProblem(response, 404);
};

/** The last resort for what routes and body parsing throw. */
export function errorAnswers(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = clientFault(error) ?? 500;
    if (status === 500) log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (isGraphql(request.path)) sendGraphqlError(response, status);
    else sendProblem(response, status);
  };
}

const isGraphql = (path: string): boolean => path === '/graphql' || path.startsWith('/graphql/');

// Express's own errors (malformed JSON, too large, bad charset, bad percent-encoding) carry a 4xx `status`.
function clientFault(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return refusalOf(status) ? status : 400;
}

import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Problem } from '#schema/problem.ts';
import { refusalOf, unexpected } from '#gateway/refusals.ts';
import { RequestFault } from '#gateway/faults/request-fault.ts';
import { requestIdOf } from './request-id.ts';

/** Refuses with problem+json, as /api does. `messageKey` chooses the text when a status has several. */
export function sendProblem(response: Response, status: number, messageKey?: string): void {
  const { message: title, messageKey: usual } = refusalOf(status) ?? unexpected;
  const traceId = requestIdOf(response);
  const problem: Problem = { type: 'about:blank', title, status, traceId, messageKey: messageKey ?? usual };
  response
    .status(status)
    .set('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

interface GraphqlRefusal {
  readonly status: number;
  readonly detail?: string;
}

const graphqlTypes = ['application/json', 'application/graphql-response+json'];

/** Refuses with a GraphQL error in the content type that the client accepts. */
function sendGraphqlError(request: Request, response: Response, { status, detail }: GraphqlRefusal): void {
  const { code, message, messageKey } = refusalOf(status) ?? unexpected;
  const extensions = { code, status, messageKey, requestId: requestIdOf(response) };
  // The connection of a client that was too slow is closed.
  if (status === 408) response.set('connection', 'close');
  response
    .status(status)
    .type(request.accepts(graphqlTypes) || 'application/json')
    .send(JSON.stringify({ errors: [{ message: detail ?? message, extensions }] }));
}

/** Answers requests that no route matches. */
export const unknownPath: RequestHandler = (request, response) => {
  const below = isGraphql(request.path);
  response.locals.route ??= below ? '/graphql' : 'unknown';
  if (below) sendGraphqlError(request, response.set('cache-control', 'no-store'), { status: 404 });
  else sendProblem(response, 404);
};

/** Answers the errors that routes and body parsing throw. */
export function errorAnswers(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = clientFault(error) ?? 500;
    if (status === 500) log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    if (isGraphql(request.path)) sendGraphqlError(request, response, { status, detail: detailOf(error) });
    else sendProblem(response, status);
  };
}

// Our messages are for clients; Express's messages name internals.
function detailOf(error: unknown): string | undefined {
  return error instanceof RequestFault && error.message !== '' ? error.message : undefined;
}

// Express's router ignores the case of the path.
const isGraphql = (path: string): boolean => /^\/graphql(?:\/|$)/i.test(path);

// Express's own errors (malformed JSON, too large, bad charset, bad percent-encoding) carry a 4xx `status`.
function clientFault(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return refusalOf(status) ? status : 400;
}

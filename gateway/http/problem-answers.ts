import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Problem } from '#schema/problem.ts';
import { requestIdOf } from './request-id.ts';

interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly messageKey: string;
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: { code: 'BAD_USER_INPUT', title: 'Bad Request.', messageKey: 'messages.badRequest' },
  404: { code: 'NOT_FOUND', title: 'Record not found', messageKey: 'messages.notFound' },
  405: { code: 'BAD_USER_INPUT', title: 'Method not allowed', messageKey: 'messages.badRequest' },
  413: { code: 'PAYLOAD_TOO_LARGE', title: 'The request is too large.', messageKey: 'messages.fileTooLarge' },
  415: { code: 'UNSUPPORTED_MEDIA_TYPE', title: 'Unsupported media type', messageKey: 'messages.badRequest' },
  416: { code: 'BAD_USER_INPUT', title: 'Range not satisfiable', messageKey: 'messages.badRequest' },
  429: { code: 'RATE_LIMITED', title: 'Too many requests', messageKey: 'messages.tooManyRequests' },
  502: { code: 'BAD_GATEWAY', title: 'The service gave no readable answer.', messageKey: 'messages.internalError' },
  503: {
    code: 'SERVICE_UNAVAILABLE',
    title: 'The service is unavailable for a moment.',
    messageKey: 'messages.serviceUnavailable',
  },
  504: {
    code: 'UPSTREAM_TIMEOUT',
    title: 'The service took too long to answer.',
    messageKey: 'messages.serviceUnavailable',
  },
};
const unexpected: Refusal = {
  code: 'INTERNAL_SERVER_ERROR',
  title: 'An unexpected error occurred.',
  messageKey: 'messages.internalError',
};

/** Refuses with problem+json, as /api does. */
export function sendProblem(response: Response, status: number): void {
  const { title, messageKey } = refusals[status] ?? unexpected;
  const problem: Problem = { type: 'about:blank', title, status, traceId: requestIdOf(response), messageKey };
  response
    .status(status)
    .set('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** Refuses in GraphQL's own shape, which is what a GraphQL client can read. */
export function sendGraphqlError(response: Response, status: number): void {
  const { code, title, messageKey } = refusals[status] ?? unexpected;
  const extensions = { code, status, messageKey, requestId: requestIdOf(response) };
  response.status(status).json({ errors: [{ message: title, extensions }] });
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
  return status in refusals ? status : 400;
}

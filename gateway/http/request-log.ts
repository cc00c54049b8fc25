import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '#gateway/observability/metrics.ts';
import { requestIdOf } from './request-id.ts';

interface Named {
  readonly route?: string;
  readonly operation?: string;
}

// Probes, the web app's files and pictures would flood the log; a failure to serve a file is logged.
const quiet = new Set(['health', 'web', '/media/{id}/{fileName}']);

/**
 * Logs one line per request, with the field names of the API's log, by operation name and route template. The URL is
 * not logged, since it may hold hash codes, link tokens and signatures.
 */
export function requestLog(log: Logger, metrics?: Metrics) {
  return (request: Request, response: Response): void => {
    const start = performance.now();
    response.on('close', () => {
      const { route = 'web', operation }: Named = response.locals;
      const status = response.statusCode;
      const milliseconds = performance.now() - start;
      metrics?.answered({ route, operation, status, milliseconds, uploaded: uploadedBy(request) });
      const level = quiet.has(route) && (status < 500 || route === 'health') ? 'debug' : 'info';
      log[level](
        {
          requestId: requestIdOf(response),
          method: request.method,
          route,
          operation,
          status,
          complete: response.writableFinished,
          ms: Math.round(milliseconds),
        },
        'request',
      );
    });
  };
}

// The size of an upload that broke off is unknown.
function uploadedBy({ headers, complete }: Request): number {
  const isForm = headers['content-type']?.startsWith('multipart/') === true;
  return isForm && complete ? Number(headers['content-length'] ?? 0) : 0;
}

/** Names the route of a request for its log line. */
export function nameRoute(route: string): RequestHandler {
  return (_request, response, next) => {
    response.locals.route = route;
    next();
  };
}

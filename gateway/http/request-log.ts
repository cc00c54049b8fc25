import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

interface Named {
  readonly route?: string;
  readonly operation?: string;
}

// Probes and files of the web app would drown what people do.
const quiet = new Set(['health', 'web']);

/**
 * One line per request, by operation name and route template. The URL itself never goes in: hash codes, tokens of
 * links and signatures are part of it.
 */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const { route = 'web', operation }: Named = response.locals;
      const level = quiet.has(route) ? 'debug' : 'info';
      log[level](
        {
          requestId: requestIdOf(response),
          method: request.method,
          route,
          operation,
          status: response.statusCode,
          complete: response.writableFinished,
          milliseconds: Math.round(performance.now() - start),
        },
        'request',
      );
    });
    next();
  };
}

/** Names the route of a request for its log line. */
export function named(route: string): RequestHandler {
  return (_request, response, next) => {
    response.locals.route = route;
    next();
  };
}

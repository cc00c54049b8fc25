import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/** One line per answer. It names the route's template and never the URL, which may hold tokens and hash codes. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('close', () => {
      const line = {
        method: request.method,
        route: String(response.locals.route ?? 'none'),
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
        requestId: requestIdOf(response),
        caller: String(response.locals.caller ?? 'Nobody'),
        // The caller hung up before the answer was whole.
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (/^\/(healthz|readyz)$/.test(request.path)) logger.debug(line, 'health');
      else logger.info(line, 'request');
    });
    next();
  };
}

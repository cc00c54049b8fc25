import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { requestIdOf } from './request-id.ts';

/** One line per answer. It names the route's template and never the URL, which may hold tokens and hash codes. */
export function requestLog(logger: Logger, metrics?: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('close', () => {
      const route = String(response.locals.route ?? 'none');
      const milliseconds = performance.now() - started;
      metrics?.answered({ route, status: response.statusCode, milliseconds });
      const line = {
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(milliseconds),
        requestId: requestIdOf(response),
        caller: String(response.locals.caller ?? 'Nobody'),
        // Its id, by which the audit log's request ids lead to the key that was used.
        ...(response.locals.apiKey === undefined ? {} : { apiKey: String(response.locals.apiKey) }),
        // The caller hung up before the answer was whole.
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (/^\/(healthz|readyz)$/.test(request.path)) logger.debug(line, 'health');
      else logger.info(line, 'request');
    });
    next();
  };
}

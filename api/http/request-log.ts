import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** What is told of a request when it is over; its route is the template. */
export interface RequestFacts {
  requestId?: string;
  route?: string;
  caller?: string;
  apiKey?: string;
}

/** Listens for the end of an answer, and then reads the facts. */
export type AnswerLog = (request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => void;

/** One line per answer. It names the route's template and never the URL, which may hold tokens and hash codes. */
export function createAnswerLog(logger: Logger, metrics?: Metrics): AnswerLog {
  return (request, response, facts) => {
    const started = performance.now();
    const ofHealth = /^\/(healthz|readyz)(\?|$)/.test(request.url ?? '');
    response.on('close', () => {
      const route = facts.route ?? 'none';
      const milliseconds = performance.now() - started;
      // Who hung up before there was an answer got none: nginx calls that 499.
      const status = response.headersSent ? response.statusCode : 499;
      metrics?.answered({ route, status, milliseconds });
      const line = {
        method: request.method,
        route,
        status,
        ms: Math.round(milliseconds),
        requestId: facts.requestId ?? '',
        caller: facts.caller ?? 'Nobody',
        // Its id, by which the audit log's request ids lead to the key that was used.
        ...(facts.apiKey === undefined ? {} : { apiKey: facts.apiKey }),
        // The caller hung up before the answer was whole.
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (ofHealth) logger.debug(line, 'health');
      else logger.info(line, 'request');
    });
  };
}

/** The same of every request that Express serves. */
export const requestLog =
  (log: AnswerLog): RequestHandler =>
  (request, response, next) => {
    log(request, response, response.locals);
    next();
  };

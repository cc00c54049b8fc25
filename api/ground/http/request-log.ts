import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** What is told of a request when it is over; its route is the template. */
export interface RequestFacts {
  requestId?: string;
  route?: string;
  caller?: string;
  apiKey?: string;
}

/** What is measured of an answer; the route is a template, never a URL. */
export interface AnswerMeter {
  answered(request: { readonly route: string; readonly status: number; readonly milliseconds: number }): void;
}

/** Listens for the end of an answer, and then reads the facts. */
export type AnswerLog = (request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => void;

// Probes come every second and pages hold dozens of pictures; a file that could not be read is news.
const isQuiet = (route: string, status: number): boolean =>
  route === 'health' || (route.startsWith('GET /api/media/') && status < 500);

/** One line per answer, with the field names of the gateway's log. It names the route's template and never the URL, which may hold tokens and hash codes. */
export function createAnswerLog(logger: Logger, metrics?: AnswerMeter): AnswerLog {
  return (request, response, facts) => {
    const started = performance.now();
    response.on('close', () => {
      const route = facts.route ?? 'none';
      const milliseconds = performance.now() - started;
      // Who hung up before there was an answer got none: nginx calls that 499.
      const status = response.headersSent ? response.statusCode : 499;
      metrics?.answered({ route, status, milliseconds });
      const line = {
        requestId: facts.requestId ?? '',
        method: request.method,
        route,
        status,
        // False: the caller hung up before the answer was whole.
        complete: response.writableFinished,
        ms: Math.round(milliseconds),
        caller: facts.caller ?? 'Nobody',
        // Its id, by which the audit log's request ids lead to the key that was used.
        ...(facts.apiKey === undefined ? {} : { apiKey: facts.apiKey }),
      };
      logger[isQuiet(route, status) ? 'debug' : 'info'](line, 'request');
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

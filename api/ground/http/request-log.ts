import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Facts for the log line of a finished request; `route` is a template. */
export interface RequestFacts {
  requestId?: string;
  route?: string;
  caller?: string;
  apiKey?: string;
}

/** Metrics of an answer; `route` is a template, never a URL. */
export interface AnswerMeter {
  answered(request: { readonly route: string; readonly status: number; readonly milliseconds: number }): void;
}

/** Logs the facts when the answer has ended. */
export type AnswerLog = (request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => void;

// Probes and pictures are too frequent for the log; a failure to serve one is logged.
const isQuiet = (route: string, status: number): boolean =>
  route === 'health' || (route.startsWith('GET /api/media/') && status < 500);

/** One line per answer, with the field names of the gateway's log. It names the route's template and never the URL, which may hold tokens and hash codes. */
export function createAnswerLog(logger: Logger, metrics?: AnswerMeter): AnswerLog {
  return (request, response, facts) => {
    const started = performance.now();
    response.on('close', () => {
      const route = facts.route ?? 'none';
      const milliseconds = performance.now() - started;
      // The client disconnected before the answer began; nginx logs that as 499.
      const status = response.headersSent ? response.statusCode : 499;
      metrics?.answered({ route, status, milliseconds });
      const line = {
        requestId: facts.requestId ?? '',
        method: request.method,
        route,
        status,
        // False when the client disconnected before the answer was complete.
        complete: response.writableFinished,
        ms: Math.round(milliseconds),
        caller: facts.caller ?? 'Nobody',
        // The API key's id, which connects the audit log's request ids with the key.
        ...(facts.apiKey === undefined ? {} : { apiKey: facts.apiKey }),
      };
      logger[isQuiet(route, status) ? 'debug' : 'info'](line, 'request');
    });
  };
}

/** Logs every request that Express serves. */
export const requestLog =
  (log: AnswerLog): RequestHandler =>
  (request, response, next) => {
    log(request, response, response.locals);
    next();
  };

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import { wellFormedRequestId } from '#schema/rest/headers.ts';

/** The gateway's `x-request-id`, or a new id. The answer and all log lines carry it. */
export function requestIdFor({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormedRequestId.test(given) ? given : randomUUID();
}

export const requestId: RequestHandler = (request, response, next) => {
  const id = requestIdFor(request);
  response.locals.requestId = id;
  response.set('x-request-id', id);
  next();
};

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

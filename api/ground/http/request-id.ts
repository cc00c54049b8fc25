import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';

const wellFormed = /^[\w-]{8,64}$/;

/** The gateway's `x-request-id`, or a new id. The answer and all log lines carry it. */
export function requestIdFor({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
}

export const requestId: RequestHandler = (request, response, next) => {
  const id = requestIdFor(request);
  response.locals.requestId = id;
  response.set('x-request-id', id);
  next();
};

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

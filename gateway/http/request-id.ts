import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const wellFormed = /^[\w-]{8,64}$/;

/** Takes the caller's `x-request-id` or makes one; it goes up to /api, into every log line and back. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('x-request-id', id);
  next();
};

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

import type { RequestHandler, Response } from 'express';
import { newId } from '#api/db/ids.ts';

const wellFormed = /^[\w-]{8,64}$/;

/** Takes the gateway's `x-request-id` or makes one; it comes back in the answer and in every log line. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id');
  const id = given !== undefined && wellFormed.test(given) ? given : newId();
  response.locals.requestId = id;
  response.set('x-request-id', id);
  next();
};

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';

const wellFormed = /^[\w-]{8,64}$/;

/** Takes the caller's `x-request-id` or makes one. Calls of /api, log lines and the answer carry it. */
export function setRequestId(request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && wellFormed.test(given) ? given : randomUUID();
  response.locals.requestId = id;
  response.setHeader('x-request-id', id);
}

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

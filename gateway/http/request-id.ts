import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { wellFormedRequestId } from '#schema/rest/headers.ts';

/**
 * Takes the caller's `x-request-id` or makes one. Calls of /api, log lines and the answer carry it; `writeRequestId`
 * writes it into the answer.
 */
export function setRequestId(request: Request, response: Response): void {
  const given = request.headers['x-request-id'];
  response.locals.requestId = typeof given === 'string' && wellFormedRequestId.test(given) ? given : randomUUID();
}

export const writeRequestId = (response: Response): void =>
  void response.setHeader('x-request-id', requestIdOf(response));

export const requestIdOf = (response: Response): string => String(response.locals.requestId ?? '');

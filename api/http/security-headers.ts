import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's headers, asked of it once: they are the same for every answer. */
export function helmetsHeaders(): readonly (readonly [name: string, value: string])[] {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  helmet()(sample.req, sample, () => undefined);
  return Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Sets them on every answer. */
export function securityHeaders(): RequestHandler {
  const headers = helmetsHeaders();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

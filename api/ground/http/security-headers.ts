import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Helmet's headers, computed once, since they are the same for every answer. */
export const helmetsHeaders: readonly (readonly [name: string, value: string])[] = askHelmet();

function askHelmet(): [string, string][] {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  helmet()(sample.req, sample, () => undefined);
  return Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Sets Helmet's headers. */
export function setHelmets(response: ServerResponse): void {
  for (const [name, value] of helmetsHeaders) response.setHeader(name, value);
}

/** Sets them on every answer. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  setHelmets(response);
  next();
};

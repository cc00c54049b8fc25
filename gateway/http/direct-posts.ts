import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener } from 'node:http';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';

/**
 * Classes whose instances are Express's from birth. Express would change the prototype of every request and answer, which
 * costs more than all of its routing, and keeps their memory until the next full collection.
 */
export function expressClasses(app: Express) {
  class GatewayRequest extends IncomingMessage {}
  class GatewayResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {}
  Object.setPrototypeOf(GatewayRequest.prototype, app.request);
  Object.setPrototypeOf(GatewayResponse.prototype, app.response);
  return { IncomingMessage: GatewayRequest, ServerResponse: GatewayResponse };
}

interface DirectOptions {
  readonly app: Express;
  /** Carries out what clients of GraphQL send as JSON, from the first header to the last byte. */
  readonly posts: RequestHandler;
  readonly errors: ErrorRequestHandler;
}

/** Sends operations straight to their handler, and everything else through Express. */
export function directPosts({ app, posts, errors }: DirectOptions): RequestListener {
  return (incoming, outgoing) => {
    if (!isOperation(incoming)) {
      app(incoming, outgoing);
      return;
    }
    // What `expressClasses` has made of them, and what Express itself adds on its way in.
    const request = Object.assign(incoming, { originalUrl: '/graphql', res: outgoing }) as unknown as Request;
    const response = Object.assign(outgoing, { locals: {} }) as unknown as Response;
    void posts(request, response, (error: unknown) => {
      const fault = error ?? new Error('An operation was left without an answer');
      void errors(fault, request, response, () => response.destroy());
    });
  };
}

const isOperation = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && headers['content-type']?.startsWith('application/json') === true;

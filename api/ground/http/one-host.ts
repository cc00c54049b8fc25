import type { RequestListener } from 'node:http';
import { requestIdFor } from './request-id.ts';
import { ApiProblem } from './problems.ts';

/**
 * Answers 400 where a request names two hosts (RFC 9112, section 3.2), and ends the connection: Node keeps the first one,
 * a proxy in front may have routed by the second.
 */
export const oneHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (!namesTwoHosts(request.rawHeaders)) return void listener(request, response);
    const problem = new ApiProblem({ status: 400, messageKey: 'messages.badRequest' });
    const type = 'application/problem+json; charset=utf-8';
    response.writeHead(400, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' });
    response.end(JSON.stringify(problem.body(requestIdFor(request), '/api')));
  };

// Names and values alternate.
const namesTwoHosts = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

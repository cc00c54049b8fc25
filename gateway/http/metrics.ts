import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Metrics } from '#gateway/observability/metrics.ts';
import type { Settings } from '#gateway/settings.ts';
import { sendProblem } from './problems.ts';

/** `/metrics` on the gateway's own port, for requests with the token. All other requests get a 404. */
export function metricsRoute(metrics: Metrics | undefined, { token }: Settings['metrics']): RequestHandler {
  return (request, response, next) => {
    if (!metrics || token === undefined || !isBearer(request.get('authorization'), token)) {
      sendProblem(response, 404);
      return;
    }
    send(metrics, response).catch(next);
  };
}

async function send(metrics: Metrics, response: Response): Promise<void> {
  response.set({ 'content-type': metrics.type, 'cache-control': 'no-store' }).send(await metrics.text());
}

// Compares hashes, so that the response time reveals neither the token's length nor its beginning.
function isBearer(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

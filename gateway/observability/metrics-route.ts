import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { sendProblem } from '#gateway/http/problem-answers.ts';
import type { Settings } from '#gateway/settings.ts';
import type { Metrics } from './metrics.ts';

/** `/metrics` on the gateway's own port: for whoever brings the token, and for anybody else a path that is not there. */
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

// Compared by hash, so that neither length nor beginning can be found out.
function isBearer(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

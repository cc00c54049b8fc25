import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Upstream } from '#gateway/rest/upstream.ts';
import { nameRoute } from './request-log.ts';

const checkMilliseconds = 2_000;
const rememberMilliseconds = 1_000;

// This id differs for each process, so that a page that waits for a restart recognises the new process.
const processId = randomUUID();

/** `/healthz`: the process runs. `/readyz`: the process can serve; it cannot without /api or while it drains. */
export function healthRoutes(upstream: Upstream, isDraining: () => boolean): Router {
  const apiAnswers = remembered(() => asksApi(upstream));
  return Router()
    .use(['/healthz', '/readyz'], nameRoute('health'), (_request, response, next) => {
      response.set('cache-control', 'no-store');
      next();
    })
    .get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    })
    .get('/readyz', async (_request, response) => {
      const status = isDraining() ? 'draining' : (await apiAnswers()) ? 'ready' : 'api-unreachable';
      response
        .status(status === 'ready' ? 200 : 503)
        .json({ status, ...(status === 'ready' && { process: processId }) });
    });
}

async function asksApi(upstream: Upstream): Promise<boolean> {
  const signal = AbortSignal.timeout(checkMilliseconds);
  const answer = await upstream.send({ method: 'GET', path: '/readyz', headers: {}, signal }).catch(() => undefined);
  // Another implementation of /api may not have this path, so any answer below 500 counts.
  return answer !== undefined && answer.status < 500;
}

// /api is asked at most once a second.
function remembered(check: () => Promise<boolean>): () => Promise<boolean> {
  let outcome: Promise<boolean> | undefined;
  let until = 0;
  return () => {
    if (!outcome || Date.now() > until) {
      outcome = check();
      until = Date.now() + rememberMilliseconds;
    }
    return outcome;
  };
}

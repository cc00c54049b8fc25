import { Router } from 'express';
import type { Uses } from '#api/ground/services.ts';
import type { Life } from './drain.ts';
import { createReadiness } from './readiness.ts';

type Parts = Uses<'db' | 'settings' | 'storage'>;

/**
 * `/healthz`: the process lives, and nothing is asked. `/readyz`: it can serve, which takes a database with the
 * migrations that this code needs, a storage that can be written, and no shutdown under way.
 */
export function healthRoutes(services: Parts, life: Readonly<Life>): Router {
  const router = Router();
  const missing = createReadiness(services);
  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.locals.route = 'health';
    response.set('cache-control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const reason = life.ready ? await missing() : 'draining';
    if (reason === undefined) {
      response.json({ ready: true });
      return;
    }
    response.status(503).set('retry-after', '2').json({ ready: false, reason });
  });
  return router;
}

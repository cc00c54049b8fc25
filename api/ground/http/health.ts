import { Router } from 'express';
import type { Uses } from '#api/ground/services.ts';
import type { Life } from './drain.ts';
import { createReadiness } from './readiness.ts';

type Parts = Uses<'db' | 'settings' | 'storage'>;

/**
 * `/healthz`: the process runs; nothing is checked. `/readyz`: the process can serve: the database has this version's
 * migrations, the storage is writable, and no shutdown is in progress.
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

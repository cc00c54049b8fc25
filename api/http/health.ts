import { Router } from 'express';
import { sql } from 'drizzle-orm';
import type { Services } from '#api/services.ts';
import type { Life } from './drain.ts';

const pingMs = 2_000;

/** `/healthz`: the process lives. `/readyz`: it can serve, which takes a database and no shutdown under way. */
export function healthRoutes({ db }: Pick<Services, 'db'>, life: Readonly<Life>): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.set('cache-control', 'no-store').json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const ready = life.ready && (await answers(db));
    response.set('cache-control', 'no-store').status(ready ? 200 : 503);
    if (!ready) response.set('retry-after', '2');
    response.json({ ready });
  });
  return router;
}

async function answers(db: Services['db']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), pingMs);
  });
  const ping = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([ping, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
